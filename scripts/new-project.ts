/**
 * Makes a project outside of this clone before the packages are published: what `npm create @skill-state` makes, with the
 * packages of this clone beside it as tarballs.
 *
 *   pnpm new-project [kind] DIR
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { createPackage } from '../packages/create/src/create-package.ts'
import { asked, start, UsageError } from '../packages/create/src/files.ts'
import { type Package, pack, publicPackages, run } from './packages.ts'

const root = resolve(import.meta.dirname, '..')
const all = new Map(publicPackages(root).map((each) => [each.manifest.name, each]))

/** A package and all of ours that it needs. */
function closure(name: string, found = new Map<string, Package>()): ReadonlyMap<string, Package> {
  const own = all.get(name)
  if (own === undefined || found.has(name)) return found
  found.set(name, own)
  for (const needed of Object.keys(own.manifest.dependencies ?? {})) closure(needed, found)
  return found
}

function packedVersions(): Readonly<Record<string, string>> {
  const work = mkdtempSync(join(tmpdir(), 'skill-state-new-'))
  const own = all.get('@skill-state/create')
  if (own === undefined) throw new Error('@skill-state/create is not a package of this clone')
  const manifest = run('tar', ['-xOf', pack(own, work), 'package/package.json'], work)
  rmSync(work, { recursive: true })
  return JSON.parse(manifest).devDependencies
}

/** Depends on each of our packages by its tarball, since no registry has them yet. */
function useTarballs(folder: string): void {
  const file = join(folder, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const named = Object.keys({
    ...manifest.dependencies,
    ...manifest.peerDependencies,
    ...manifest.devDependencies,
  })
  const needed = new Map(named.flatMap((name) => [...closure(name)]))
  const filters = [...needed.keys()].map((name) => `--filter=${name}`)
  run('pnpm', ['exec', 'turbo', 'run', 'build', ...filters], root)
  mkdirSync(join(folder, 'packages'))
  for (const [name, each] of needed) {
    const tarball = `file:${relative(folder, pack(each, join(folder, 'packages')))}`
    const kind = manifest.devDependencies?.[name] === undefined ? 'dependencies' : 'devDependencies'
    manifest[kind] = { ...manifest[kind], [name]: tarball }
  }
  manifest.overrides = Object.fromEntries([...needed.keys()].map((name) => [name, `$${name}`]))
  delete manifest.peerDependencies
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
}

try {
  const { kind, directory } = asked(process.argv.slice(2), 'pnpm new-project')
  const folder = resolve(directory)
  const name = createPackage(kind, folder, packedVersions())
  useTarballs(folder)
  process.stdout.write(
    `Created ${name}: ${kind.description}. Its packages are in ${join(directory, 'packages')}.\n`,
  )
  process.exitCode = start(kind, folder, 'npm')
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`new-project: ${error.message}\n`)
  process.exitCode = 2
}
