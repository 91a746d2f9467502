/**
 * Writes into the manifest of each published package what it has only if it is published from: the address of the
 * repository.
 *
 *   node scripts/release/prepare-release.ts https://github.com/owner/name [--root DIR]
 *
 * The release workflow does so before it publishes: a registry accepts provenance only for packages that name the
 * repository in which they were made. Nothing of it is committed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { publicPackages } from '../packages.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { root: { type: 'string', default: '.' } },
})
const [url] = positionals
if (url === undefined || !URL.canParse(url)) {
  process.stderr.write('prepare-release: usage: prepare-release.ts https://HOST/OWNER/NAME [--root DIR]\n')
  process.exit(2)
}

const root = resolve(values.root)
for (const { directory } of publicPackages(root)) {
  const file = join(directory, 'package.json')
  const repository = { type: 'git', url: `git+${url}.git`, directory: relative(root, directory) }
  const told: object = {
    ...JSON.parse(readFileSync(file, 'utf8')),
    repository,
    homepage: `${url}#readme`,
    bugs: `${url}/issues`,
  }
  writeFileSync(file, `${JSON.stringify(told, null, 2)}\n`)
}
