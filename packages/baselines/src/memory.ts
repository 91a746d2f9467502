import { defineRuntime, type RuntimeRecord } from '@skill-state/protocol'
import { z } from 'zod'
import { memoryLayout } from './summary/memory-prompt.ts'
import { runMemory } from './summary/run-memory.ts'
import { attempts } from './turns/options.ts'

type MemoryOptions = {
  attempts: number
  /** Most recent turns that are never summarised. */
  window: number
  /** How many turns beyond the window are summarised together; until then they are shown whole. */
  cadence: number
  /** Most UTF-16 units of the summary: the model is told, and a longer one is cut. Undefined: no limit. */
  maxSummaryChars?: number | undefined
}

export const MEMORY_WINDOW = 3
export const MEMORY_CADENCE = 3

/**
 * The Memory runtime (A.2): a window of recent turns, and a summary of those before it that the same model
 * writes. A prompt shows `window` to `window + cadence - 1` turns, and each turn is either shown or summarised.
 */
export const memory: RuntimeRecord<MemoryOptions> = defineRuntime<MemoryOptions>({
  id: 'memory',
  description: `the newest ${MEMORY_WINDOW} turns, and a summary of those before`,
  options: z.strictObject({
    attempts,
    window: z.int().min(0).default(MEMORY_WINDOW),
    cadence: z.int().min(1).default(MEMORY_CADENCE),
    maxSummaryChars: z.int().min(1).optional(),
  }),
  layout: memoryLayout,
  ink: { light: '#2b67a8', dark: '#7fb4ee' },
  run: (input, { attempts, window, cadence, maxSummaryChars }) =>
    runMemory(input, {
      attempts,
      leaving: ({ turns }) => (turns.length < window + cadence ? 0 : turns.length - window),
      maxSummaryChars,
    }),
})
