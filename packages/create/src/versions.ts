import { readFileSync } from 'node:fs'
import { UsageError } from './usage-error.ts'

/** The version of each package that a template needs, by its name. */
export type Versions = Readonly<Record<string, string>>

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
