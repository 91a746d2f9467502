import { invalidOption } from '@skill-state/protocol'
import type { Sampling } from '../wire/sampling.ts'

export interface LocalOptions extends Sampling {
  /** Default: 0, so that a prompt always has the same reply. */
  readonly temperature?: number
  /** Where the temperature is above 0. Without one, replies differ from run to run. */
  readonly seed?: number
  /** Most tokens of a reply. Default: 4096. */
  readonly maxOutputTokens?: number | undefined
  /** Most tokens of a prompt and its reply. Default: what the model was trained for, but no more than 8192. */
  readonly contextSize?: number
  /** Default: 1. More are faster if that many cores are idle, and far slower if they are not. */
  readonly threads?: number
  /** Most characters of a text without a limit in the schema: a small model may otherwise not come to an end. Default: 8000. */
  readonly longestText?: number
  /** Name for the record, after `local:`. Default: the file's name. */
  readonly name?: string
  readonly notice?: string
  /** The module `node-llama-cpp`, if the caller has imported it; by default it is looked for. */
  readonly library?: unknown
}

export interface Counts {
  readonly maxOutputTokens: number
  readonly threads: number
  readonly contextSize: number | undefined
  readonly longestText: number | undefined
}

/** Throws `invalid-option` for a count that is no whole number from 1. */
export function countsOf(id: string, options: LocalOptions): Counts {
  const { maxOutputTokens = 4096, threads = 1, contextSize, longestText } = options
  const counts = { maxOutputTokens, threads, contextSize, longestText }
  for (const [name, value] of Object.entries(counts)) {
    if (value === undefined || (Number.isSafeInteger(value) && value > 0)) continue
    throw invalidOption(`${id}: ${name} must be a whole number from 1`)
  }
  return counts
}
