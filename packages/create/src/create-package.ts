import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { filesOf, type Kind, type NewFile, UsageError, type Versions } from './files.ts'

/** The versions that packing wrote into this package's `devDependencies`. Throws `UsageError` if it was not packed. */
export function readVersions(): Versions {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const versions: Versions = manifest.devDependencies
  const open = Object.values(versions).find((version) => !/^\d/.test(version))
  if (open === undefined) return versions
  throw new UsageError(
    `versions are not settled here (${open}): pack create-skill-state, and run it from the tarball`,
  )
}

/** Writes a package into a folder that is new or empty, whole or not at all; returns its name. Throws `UsageError`. */
export function createPackage(kind: Kind, directory: string, versions: Versions): string {
  const name = packageNameOf(directory)
  const folder = resolve(directory)
  requireRoom(folder, directory)
  const files = filesOf(kind, name, versions)
  const firstMade = mkdirSync(folder, { recursive: true })
  try {
    for (const file of files) write(folder, file)
  } catch (error) {
    for (const made of firstMade === undefined ? topLevel(folder, files) : [firstMade])
      rmSync(made, { recursive: true, force: true })
    throw error
  }
  return name
}

/** Throws `UsageError` unless there is nothing yet in the folder, or a repository alone. */
function requireRoom(folder: string, shown: string): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined) return
  if (!found.isDirectory()) throw new UsageError(`${shown} is a file; name a folder that is new or empty`)
  const [first] = readdirSync(folder).filter((name) => name !== '.git')
  if (first !== undefined)
    throw new UsageError(`${shown} is not empty: it holds ${first}; name a folder that is new or empty`)
}

function write(folder: string, { path, text }: NewFile): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text, { flag: 'wx' })
}

function topLevel(folder: string, files: readonly NewFile[]): readonly string[] {
  return files.map(({ path }) => join(folder, path.split(/[/\\]/)[0] ?? path))
}

/** Few enough that a task of the benchmark still names a file. */
const LONGEST = 60

/** The name of a package, of its benchmark and of its suite, which its folder gives. Throws `UsageError`. */
function packageNameOf(directory: string): string {
  const name = basename(resolve(directory))
  if (/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) && name.length <= LONGEST) return name
  throw new UsageError(
    `"${name}" cannot be the name of the package: name the folder in small letters, digits and single hyphens, as my-agent (at most ${LONGEST})`,
  )
}
