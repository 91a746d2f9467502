import type { RunInput, Step } from '@skill-state/protocol'
import { runMemory } from './_run-memory.ts'
import { wholeNumber } from './_whole-number.ts'

export interface MemoryOptions {
  /** Most recent turns that are never summarised. Default 3, as A.2 has it. */
  readonly window?: number | undefined
  /** How many turns beyond the window are summarised together; until then they are shown whole. Default 3. */
  readonly cadence?: number | undefined
  /** Most UTF-16 units of the summary: the model is told, and a longer one is cut. Default: no limit. */
  readonly maxSummaryChars?: number | undefined
}

export const MEMORY_WINDOW: number = 3
export const MEMORY_CADENCE: number = 3

/**
 * The Memory runtime (A.2): a window of recent turns, and a summary of those before it that the same model
 * writes. A prompt shows `window` to `window + cadence - 1` turns, and each turn is either shown or summarised.
 * Throws `invalid-option`.
 */
export async function* memory(
  input: RunInput,
  options: MemoryOptions = {},
): AsyncGenerator<Step, void, undefined> {
  const window = wholeNumber('window', options.window ?? MEMORY_WINDOW, 0)
  const cadence = wholeNumber('cadence', options.cadence ?? MEMORY_CADENCE, 1)
  const { maxSummaryChars } = options
  if (maxSummaryChars !== undefined) wholeNumber('maxSummaryChars', maxSummaryChars, 1)
  yield* runMemory(input, {
    leaving: ({ turns }) => (turns.length < window + cadence ? 0 : turns.length - window),
    maxSummaryChars,
  })
}
