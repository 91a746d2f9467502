import type { CallLine, StepLine } from '../trace/trace.ts'
import type { Trace } from '../trace/trace-file.ts'
import type { MatchLine } from './match-line.ts'

/** A figure of every step, for either model; undefined if it is unknown. */
export interface StepFigure {
  readonly id: 'sound' | 'refusedReplies' | 'outputTokens'
  readonly title: string
  readonly recorded: (step: StepLine, calls: readonly CallLine[]) => number | undefined
  readonly matched: (line: MatchLine) => number | undefined
}

/**
 * Sound is a decision that was no no-op in place of one, that the environment did not reject, and that left the state
 * as the environment says it should be, as far as it says.
 */
export const stepFigures: readonly StepFigure[] = [
  {
    id: 'sound',
    title: 'Sound steps',
    recorded: ({ fallback, result, mistake }) =>
      Number(!fallback && result.refused !== true && (mistake ?? 'none') === 'none'),
    matched: ({ decision, judged }) => {
      if (decision === undefined || decision.fallback) return 0
      return judged && Number(!judged.refused && (judged.mistake ?? 'none') === 'none')
    },
  },
  {
    id: 'refusedReplies',
    title: 'Rejected replies',
    recorded: ({ rejections }) => rejections.length,
    matched: ({ calls, rejections, undecided }) =>
      undecided === undefined ? rejections.length : calls.length,
  },
  {
    id: 'outputTokens',
    title: 'Output tokens',
    recorded: (_, calls) => outputTokens(calls),
    matched: ({ calls }) => outputTokens(calls),
  },
]

function outputTokens(calls: readonly CallLine[]): number | undefined {
  let sum = 0
  for (const { usage } of calls) {
    if (usage.outputTokens === undefined) return undefined
    sum += usage.outputTokens
  }
  return sum
}

/** A figure of each step of an episode, by its index. */
export function recordedFigures(
  { steps, calls }: Trace,
  { recorded }: StepFigure,
): ReadonlyMap<number, number> {
  const callsOf = Map.groupBy(calls, ({ step }) => step)
  return new Map(
    steps.flatMap((step) => {
      const value = recorded(step, callsOf.get(step.index) ?? [])
      return value === undefined ? [] : [[step.index, value] as const]
    }),
  )
}
