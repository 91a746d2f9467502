/**
 * Writes `api.txt` beside each published package's manifest: every name that an entry exports, with its kind and signature.
 *
 *   node scripts/api-report.ts           writes the files
 *   node scripts/api-report.ts --check   fails if a file is not what the sources export
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { exportsOf } from './_exports.ts'
import { type Package, publicPackages } from './packages.ts'

const root = resolve(import.meta.dirname, '..')
const check = process.argv.includes('--check')
const stale: string[] = []
let names = 0

for (const each of publicPackages(root)) {
  const file = join(each.directory, 'api.txt')
  const report = reportOf(each)
  const isSame = (existsSync(file) ? readFileSync(file, 'utf8') : '') === report
  if (!isSame && check) stale.push(relative(root, file))
  else if (!isSame) writeFileSync(file, report)
}
process.stdout.write(`${names} exported names\n`)
if (stale.length > 0) {
  process.stderr.write(`${stale.join(', ')}: not what the sources export. Fix: pnpm api\n`)
  process.exitCode = 1
}

function reportOf({ directory, manifest }: Package): string {
  const entries = Object.entries(manifest.exports).flatMap(([entry, target]) => {
    const source = (target as Readonly<Record<string, string>>)['@skill-state/source']
    return source?.endsWith('.ts') ? [[entry, exportsOf(join(directory, source))] as const] : []
  })
  return entries
    .map(([entry, found]) => {
      names += found.size
      const lines = [...found]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, { kind, text }]) => `${kind} ${name}${text}\n`)
      return `${join(manifest.name, entry)}: ${found.size} names\n\n${lines.join('')}`
    })
    .join('\n')
}
