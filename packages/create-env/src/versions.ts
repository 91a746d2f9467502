import { readFileSync } from 'node:fs'
import { UsageError } from './usage-error.ts'

/** How a package depends on another. */
export type DependencyKind = 'dependencies' | 'peerDependencies' | 'devDependencies'

/** The packages that a new one needs: dependencies, peers and development tools. */
export const needed: Readonly<Record<DependencyKind, readonly string[]>> = {
  dependencies: ['pure-rand', 'zod'],
  peerDependencies: ['@skill-state/protocol'],
  devDependencies: [
    '@skill-state/bench',
    '@skill-state/core',
    '@skill-state/models',
    '@skill-state/protocol',
    '@types/node',
    'typescript',
    'vitest',
  ],
}

/** The version of each package of this release, by its name. */
export type Versions = Readonly<Record<string, string>>

/**
 * The versions that this package was packed and tested with: packing writes them into its `devDependencies`. Throws
 * `UsageError` if it was not packed.
 */
export function readVersions(): Versions {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const versions: Versions = manifest.devDependencies
  const open = Object.values(versions).find((version) => !/^\d/.test(version))
  if (open === undefined) return versions
  throw new UsageError(
    `versions are not settled here (${open}): pack create-env, and run it from the tarball`,
  )
}
