import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { publicPackages, run } from '../packages.ts'
import type { PublishedManifest, Registry } from './_registry.ts'

const REPOSITORY = 'https://repository.invalid/owner/name'

/** Makes a copy of the last commit, with what was built. Returns its folder. */
export function copyRepository(work: string): string {
  const root = resolve('.')
  const copy = join(work, 'repository')
  run('git', ['clone', '--quiet', '--no-hardlinks', root, copy], root)
  for (const { directory } of publicPackages(copy)) {
    const built = join(root, relative(copy, directory), 'dist')
    if (!existsSync(built)) throw new Error(`${built} is missing; run pnpm build first`)
    cpSync(built, join(directory, 'dist'), { recursive: true })
  }
  run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline', '--ignore-scripts'], copy)
  run('node', [join(copy, 'scripts/release/prepare-release.ts'), REPOSITORY, '--root', copy], copy)
  return copy
}

/** Raises the versions as the changesets say, publishes, and checks what arrived. Returns versions by package. */
export async function release(copy: string, registry: Registry): Promise<ReadonlyMap<string, string>> {
  const before = versions(copy)
  run('pnpm', ['exec', 'changeset', 'version'], copy)
  run('pnpm', ['install', '--lockfile-only', '--offline', '--ignore-scripts'], copy)
  commit(copy)
  const after = versions(copy)
  for (const [name, version] of after) {
    expect(version !== '0.0.0', `${name} has no release: write a changeset (pnpm changeset)`)
  }
  run('pnpm', ['exec', 'changeset', 'publish'], copy)
  const raised = new Map([...after].filter(([name, version]) => before.get(name) !== version))
  for (const [name, version] of raised) {
    const published = (await registry.packument(name)).versions?.[version]
    expect(published !== undefined, `${name} ${version} is not in the registry`)
    checkManifest(name, published, after)
    expect(changelog(copy, name).includes(`## ${version}`), `${name} ${version} is not in its changelog`)
    process.stdout.write(`${name}: ${before.get(name)} to ${version}\n`)
  }
  return raised
}

/** Adds a changeset, as a contributor does. */
export function addChangeset(copy: string, name: string, text: string): void {
  writeFileSync(join(copy, '.changeset/rehearsal.md'), `---\n"${name}": minor\n---\n\n${text}\n`)
}

/** A published package names its repository, and other packages by a version that is published with it. */
function checkManifest(name: string, manifest: PublishedManifest, all: ReadonlyMap<string, string>): void {
  expect(manifest.repository?.url === `git+${REPOSITORY}.git`, `${name} does not name its repository`)
  for (const [other, range] of Object.entries(manifest.dependencies ?? {})) {
    expect(!/^(?:workspace|catalog):/.test(range), `${name} depends on ${other} by ${range}`)
    const ours = all.get(other)
    expect(ours === undefined || ours === range, `${name} depends on ${other} ${range}, which is ${ours}`)
  }
}

function versions(copy: string): ReadonlyMap<string, string> {
  return new Map(publicPackages(copy).map(({ manifest: { name, version } }) => [name, version]))
}

function changelog(copy: string, name: string): string {
  const found = publicPackages(copy).find(({ manifest }) => manifest.name === name)
  return readFileSync(join(found?.directory ?? copy, 'CHANGELOG.md'), 'utf8')
}

function commit(copy: string): void {
  run('git', ['add', '--all'], copy)
  const author = ['-c', 'user.name=Rehearsal', '-c', 'user.email=rehearsal@localhost']
  run('git', [...author, 'commit', '--quiet', '--message', 'Release'], copy)
  // Tags of the release need an author too.
  run('git', ['config', 'user.name', 'Rehearsal'], copy)
  run('git', ['config', 'user.email', 'rehearsal@localhost'], copy)
}

function expect(holds: boolean, problem: string): asserts holds {
  if (!holds) throw new Error(problem)
}
