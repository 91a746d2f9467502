/**
 * Does in a copy of the repository what a release does, and publishes nothing: raises the versions as the changesets
 * say, names the repository, packs every package, and lets pnpm go through publishing up to the upload.
 *
 *   node scripts/release-dry-run.ts
 *
 * Of the last commit; run after `pnpm build`, whose output it packs. Needs no network where the workspace is installed.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { type Manifest, type Package, pack, publicPackages, run } from './_packages.ts'

const root = resolve(import.meta.dirname, '..')
const work = mkdtempSync(join(tmpdir(), 'skill-state-release-'))
const copy = join(work, 'repository')

/** The address in a CI run, else one that cannot be. */
const { GITHUB_SERVER_URL = 'https://repository.invalid', GITHUB_REPOSITORY = 'owner/name' } = process.env
const repository = `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`

try {
  run('git', ['clone', '--quiet', '--no-hardlinks', root, copy], root)
  for (const { directory } of publicPackages(copy)) copyBuild(relative(copy, directory))
  run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline', '--ignore-scripts'], copy)
  const before = new Map(publicPackages(copy).map(({ manifest: { name, version } }) => [name, version]))
  run('pnpm', ['exec', 'changeset', 'version'], copy)
  run('node', [join(copy, 'scripts/prepare-release.ts'), repository, '--root', copy], copy)

  const packages = publicPackages(copy)
  for (const each of packages) {
    check(each, packages)
    run('pnpm', ['publish', '--dry-run', '--no-git-checks', '--access', 'public'], each.directory)
    const { name, version } = each.manifest
    process.stdout.write(`${name}: ${before.get(name)} to ${version}\n`)
  }
  process.stdout.write(`${packages.length} packages would be published\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  rmSync(work, { recursive: true, force: true })
}

function copyBuild(directory: string): void {
  const built = join(root, directory, 'dist')
  if (!existsSync(built)) throw new Error(`${built} is missing: run pnpm build first`)
  cpSync(built, join(copy, directory, 'dist'), { recursive: true })
}

/** A tarball names versions that are published with it, a changelog of its own version, and the repository. */
function check(each: Package, packages: readonly Package[]): void {
  const { name, version } = each.manifest
  const tarball = pack(each, work)
  const manifest = JSON.parse(packedFile(tarball, 'package.json')) as Manifest
  expect(packedFile(tarball, 'README.md').startsWith(`# ${name}\n`), `${name} has no README`)
  for (const [other, range] of Object.entries(manifest.dependencies ?? {})) {
    const ours = packages.find((found) => found.manifest.name === other)?.manifest.version
    expect(!/^(?:workspace|catalog):/.test(range), `${name} depends on ${other} by ${range}`)
    expect(ours === undefined || ours === range, `${name} depends on ${other} ${range}, which is ${ours}`)
  }
  expect(manifest.repository?.url === `git+${repository}.git`, `${name} does not name its repository`)
  const changelog = join(each.directory, 'CHANGELOG.md')
  const told = existsSync(changelog) && readFileSync(changelog, 'utf8').includes(`## ${version}`)
  expect(told || version === '0.0.0', `${name} ${version} is not in its changelog`)
  expect(version !== '0.0.0', `${name} has no release: write a changeset (pnpm changeset)`)
}

function packedFile(tarball: string, name: string): string {
  return run('tar', ['-xzOf', tarball, `package/${name}`], work)
}

function expect(holds: boolean, problem: string): void {
  if (!holds) throw new Error(`${problem}; nothing was published`)
}
