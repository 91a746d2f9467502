import type { RunInput, Step, Turn } from '@skill-state/protocol'
import { runTurns } from '../turns/run-turns.ts'
import { buildMemoryPrompt, type Memory } from './memory-prompt.ts'
import { summarise } from './summarise.ts'

export interface MemoryPolicy {
  readonly attempts: number
  /** How many of the oldest turns leave before this step; 0 for none. */
  readonly leaving: (memory: Memory, observation: string) => number | Promise<number>
  /** Most UTF-16 units of the summary, which the runtime enforces. Undefined: no limit. */
  readonly maxSummaryChars?: number | undefined
}

/**
 * The loop of the summarising runtimes: the same model summarises the turns that leave, before the step's call. A turn leaves only once
 * a summary has taken its place; else a note says so, and the next step asks again.
 */
export async function* runMemory(
  input: RunInput,
  { attempts, leaving, maxSummaryChars: maxChars }: MemoryPolicy,
): AsyncGenerator<Step, void, undefined> {
  const { model, signal } = input
  const { instructions } = input.skill
  let summary = ''
  let left = 0
  const carrier = {
    async show(observation: string, all: readonly Turn[]) {
      const turns = all.slice(left)
      const count = await leaving({ summary, turns }, observation)
      if (count === 0) return { prompt: buildMemoryPrompt(instructions, { summary, turns }, observation) }
      const view = { instructions, summary, turns: turns.slice(0, count), maxChars }
      const { summary: next, notes } = await summarise(model, view, signal)
      if (next !== undefined) {
        summary = next
        left += count
      }
      const memory = { summary, turns: all.slice(left) }
      return { prompt: buildMemoryPrompt(instructions, memory, observation), notes }
    },
  }
  yield* runTurns(input, carrier, { attempts })
}
