import { dirname, isAbsolute, resolve } from 'node:path'
import { dashed } from '@skill-state/eval/command-line'
import { invalidOption, SkillStateError } from '@skill-state/protocol'
import { firstSeeds } from '../plan/plan-experiment.ts'
import type { Path } from './_positions.ts'
import type { Suite } from './read-suite.ts'
import type { SuiteFile } from './schema.ts'

/**
 * Lets what is rejected name its place in the file, if it does not yet. Options of the command line are called by the keys
 * that stand for them in the file; a message that begins with one names the key's place.
 */
export async function at<T>(
  { file, locate }: Suite,
  path: Path,
  make: () => T | Promise<T>,
  keys: readonly string[] = [],
): Promise<T> {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof SkillStateError)) throw error
    if (error.message.startsWith(`${file}:`)) throw error
    const { key, message } = byKeys(error.message, keys)
    const place = key === undefined ? path : [...path, key]
    throw invalidOption(`${locate(place)}: ${message}`)
  }
}

/** Options that have another name in the file than on the command line. */
const KEYS: Readonly<Record<string, string>> = { '--model-info': 'info' }

/** The message in the file's words, and the key that it begins with. */
function byKeys(
  message: string,
  keys: readonly string[],
): { readonly key: string | undefined; readonly message: string } {
  const names = new Map([...keys.map((key) => [dashed(key), key] as const), ...Object.entries(KEYS)])
  const text = message.replaceAll(/--[a-z-]+/g, (option) => names.get(option) ?? option)
  const [, key = '', rest = ''] = /^(\w+):+ (.*)$/s.exec(text) ?? []
  return keys.includes(key) ? { key, message: rest } : { key: undefined, message: text }
}

/** A path as seen from the suite's file. */
export function beside({ file }: Suite, path: string): string {
  return isAbsolute(path) ? path : resolve(dirname(file), path)
}

/** The seeds that a suite names, or so many from the first on. */
export function seedsOf({ seeds = 1 }: SuiteFile): readonly number[] {
  return typeof seeds === 'number' ? firstSeeds(seeds) : seeds
}
