import { dirname, isAbsolute, resolve } from 'node:path'
import { SkillStateError } from '@skill-state/protocol'
import { firstSeeds } from '../plan-experiment.ts'
import { UsageError } from '../usage-error.ts'
import type { Path } from './positions.ts'
import type { Suite } from './read-suite.ts'
import type { SuiteFile } from './schema.ts'

/** Lets what is refused name its place in the file, if it does not yet. */
export async function at<T>({ file, locate }: Suite, path: Path, make: () => T | Promise<T>): Promise<T> {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof SkillStateError)) throw error
    if (error.message.startsWith(`${file}:`)) throw error
    throw new UsageError(`${locate(path)}: ${error.message}`)
  }
}

/** A path as seen from the suite's file. */
export function beside({ file }: Suite, path: string): string {
  return isAbsolute(path) ? path : resolve(dirname(file), path)
}

/** The seeds that a suite names, or so many from the first on. */
export function seedsOf({ seeds = 1 }: SuiteFile): readonly number[] {
  return typeof seeds === 'number' ? firstSeeds(seeds) : seeds
}
