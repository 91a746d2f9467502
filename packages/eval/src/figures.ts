import type { Limit } from './budget.ts'
import { countFaults, type FaultFigures } from './faults.ts'
import type { EpisodeLine } from './trace.ts'
import type { Trace } from './trace-file.ts'

/** The figures of one whole episode, computed from its trace alone. */
export interface EpisodeFigures extends Omit<EpisodeLine, 'kind' | 'format'> {
  readonly status: 'terminated' | 'truncated' | 'failed'
  /** Which limit truncated the episode. */
  readonly limit?: Limit
  /** Why the episode failed, one line. */
  readonly error?: string
  /** 0 to 1; absent for a failed episode. */
  readonly score?: number
  readonly steps: number
  /** Model calls, retries included. */
  readonly calls: number
  /** Replies that were refused. */
  readonly retries: number
  /** Steps in which the no-op replaced a decision. */
  readonly fallbacks: number
  /** Mean size of a prompt in Unicode code points; absent where no call was made. */
  readonly meanPromptChars?: number
  /** Sum over all prompts, in Unicode code points. */
  readonly promptChars: number
  /** Input and output tokens of all calls; absent where one call's figure is unknown. */
  readonly totalTokens?: number
  /** Refused replies that nothing had been done to. */
  readonly soundRefusals: number
  /** What became of the faults that were injected, by class. */
  readonly faults: Readonly<Record<string, FaultFigures>>
  /** Tokenizers that estimated token counts. */
  readonly estimated: readonly string[]
}

/** Computes an episode's figures; `undefined` for an episode that has not ended. */
export function computeFigures(trace: Trace): EpisodeFigures | undefined {
  const { episode, calls, steps, end } = trace
  if (end === undefined) return undefined
  const { kind: _kind, format: _format, ...identity } = episode
  const promptChars = sum(calls.map((call) => call.promptChars))
  const tokens = calls.map(({ usage }) => {
    if (usage.inputTokens === undefined || usage.outputTokens === undefined) return undefined
    return usage.inputTokens + usage.outputTokens
  })
  const known = tokens.filter((each) => each !== undefined)
  const estimated = calls.map((call) => call.estimated).filter((each) => each !== undefined)
  return {
    ...identity,
    status: end.status,
    ...(end.status === 'truncated' && { limit: end.limit }),
    ...(end.status === 'failed' ? { error: end.error.message } : { score: end.outcome.reward }),
    steps: steps.length,
    calls: calls.length,
    retries: sum(steps.map((step) => step.rejections.length)),
    ...countFaults(trace),
    fallbacks: steps.filter((step) => step.fallback).length,
    ...(calls.length > 0 && { meanPromptChars: promptChars / calls.length }),
    promptChars,
    ...(known.length === tokens.length && { totalTokens: sum(known) }),
    estimated: [...new Set(estimated)],
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
