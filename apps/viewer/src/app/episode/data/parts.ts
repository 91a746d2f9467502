import type { CallLine } from '@skill-state/eval'
import type { JsonObject } from '@skill-state/protocol'
import type { StepParts } from '../../../manifest/session.ts'
import type { Trace } from '../../../manifest/trace.ts'
import { observationOf } from './attempts.ts'

/** What a prompt has beside state and observation, for runtimes that a browser does not take apart. */
const REST = 'instructions, history'

/** The parts of the largest call of each step, by what the trace has: its state, its observation, and the rest. */
export function partsOf(
  trace: Trace,
  states: readonly JsonObject[] | undefined,
): readonly (StepParts | undefined)[] {
  const largest: (CallLine | undefined)[] = Array.from({ length: trace.steps.length })
  for (const call of trace.calls) {
    const { promptChars = -1 } = largest[call.step] ?? {}
    if (call.promptChars > promptChars) largest[call.step] = call
  }
  return largest.map((call, step) => call && split(call, states?.[step], observationOf(trace, step)?.text))
}

function split(
  { promptChars, usage: { inputTokens, cachedInputTokens } }: CallLine,
  state: JsonObject | undefined,
  observed = '',
): StepParts {
  const observation = Math.min(promptChars, observed.length)
  const written = state === undefined ? 0 : Math.min(promptChars - observation, JSON.stringify(state).length)
  const sizes = { [REST]: promptChars - observation - written, state: written, observation }
  let cached = inputTokens && cachedInputTokens === undefined ? undefined : (cachedInputTokens ?? 0)
  const parts = Object.entries(sizes).map(([name, chars]) => {
    const tokens = inputTokens && (inputTokens * chars) / promptChars
    const cachedTokens = tokens === undefined || cached === undefined ? undefined : Math.min(cached, tokens)
    if (cached !== undefined) cached -= cachedTokens ?? 0
    return [name, { chars, tokens, cachedTokens }] as const
  })
  return Object.fromEntries(parts)
}
