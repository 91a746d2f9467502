import type { RunInput, Step, Turn } from '@skill-state/protocol'
import { buildMemoryPrompt, type Memory } from './_memory-prompt.ts'
import { runTurns } from './_run-turns.ts'
import { summarise } from './_summarise.ts'

export interface MemoryPolicy {
  /** How many of the oldest turns leave before this step; 0 where none do. */
  readonly leaving: (memory: Memory, observation: string) => number
  /** Most UTF-16 units of the summary, which the runtime enforces. Absent: no limit. */
  readonly maxSummaryChars?: number | undefined
}

/**
 * The loop of the summarising runtimes: what the policy lets leave is summarised by the same model, in a call
 * of its own before the step's. A turn leaves only once a summary has taken its place: where the reply is
 * none, the old summary and all turns stay, the step's notes say so, and the next step asks again.
 */
export async function* runMemory(
  input: RunInput,
  { leaving, maxSummaryChars }: MemoryPolicy,
): AsyncGenerator<Step, void, undefined> {
  const { model } = input
  const { instructions } = input.skill
  const signal = input.signal && { signal: input.signal }
  const limit = maxSummaryChars === undefined ? {} : { maxChars: maxSummaryChars }
  const turns: Turn[] = []
  let summary = ''
  yield* runTurns(input, {
    async show(observation) {
      const count = leaving({ summary, turns }, observation)
      if (count === 0) return { prompt: buildMemoryPrompt(instructions, { summary, turns }, observation) }
      const view = { instructions, summary, turns: turns.slice(0, count), ...limit }
      const { summary: next, notes } = await summarise(model, view, signal)
      if (next !== undefined) {
        summary = next
        turns.splice(0, count)
      }
      return { prompt: buildMemoryPrompt(instructions, { summary, turns }, observation), notes }
    },
    add(turn) {
      turns.push(turn)
    },
  })
}
