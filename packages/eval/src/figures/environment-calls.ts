import type { EnvironmentCall } from '@skill-state/protocol'
import type { Trace } from '../trace/trace-file.ts'

/** What the models cost that an environment has for itself. What is not known is absent. */
export interface EnvironmentFigures {
  readonly calls: number
  readonly inputTokens?: number | undefined
  readonly outputTokens?: number | undefined
  /** US dollars. */
  readonly cost?: number | undefined
}

type Recorded = Pick<Trace, 'steps' | 'reset' | 'end'>

/** The calls of the environment's own models that an episode's trace has, also those before a failure. */
export function environmentCalls({ reset, steps, end }: Recorded): readonly EnvironmentCall[] {
  const observed = [reset?.observation, ...steps.map(({ result }) => result)]
  const failed = end?.status === 'failed' ? end.calls : undefined
  return [...observed.flatMap((each) => each?.calls ?? []), ...(failed ?? [])]
}

/** The sums over an episode; undefined if one of its observations does not say what was asked for it. */
export function environmentFigures(trace: Recorded): EnvironmentFigures | undefined {
  const { reset, steps } = trace
  if (reset?.observation.calls === undefined) return undefined
  if (steps.some(({ result }) => result.calls === undefined)) return undefined
  const calls = environmentCalls(trace)
  /** A sum to which each call adds a figure that somebody counted. */
  const sum = (figureOf: (call: EnvironmentCall) => number | undefined): number | undefined => {
    const known = calls.map((call) => (call.atMost === true ? undefined : figureOf(call)))
    if (known.includes(undefined)) return undefined
    return known.reduce<number>((total, figure = 0) => total + figure, 0)
  }
  return {
    calls: calls.length,
    inputTokens: sum(({ usage }) => usage.inputTokens),
    outputTokens: sum(({ usage }) => usage.outputTokens),
    cost: sum(({ cost }) => cost),
  }
}
