import type { CallLine, StepLine } from '../trace/trace.ts'
import type { Trace } from '../trace/trace-file.ts'

/** A step's calls and what the environment took, in milliseconds from the beginning of the episode. */
export interface TimedStep {
  readonly index: number
  readonly startMs: number
  readonly endMs: number
  readonly calls: readonly { readonly call: CallLine; readonly startMs: number; readonly endMs: number }[]
  /** Absent for a step that was not finished. */
  readonly step?: StepLine | undefined
  /** When the environment was asked. */
  readonly actionMs: number
}

/**
 * When things happened, as far as a trace tells: it holds durations and no clock, so whatever lies between the model's
 * and the environment's time, such as waiting before a further attempt, counts as nothing.
 */
export function* timedSteps({ calls, steps }: Trace): Generator<TimedStep> {
  const callsOf = Map.groupBy(calls, ({ step }) => step)
  const unfinished = callsOf.has(steps.length) ? 1 : 0
  let now = 0
  for (let index = 0; index < steps.length + unfinished; index += 1) {
    const startMs = now
    const timed = (callsOf.get(index) ?? []).map((call) => {
      const begun = now
      now += call.durationMs
      return { call, startMs: begun, endMs: now }
    })
    const step = steps[index]
    const actionMs = now
    now += step?.durationMs ?? 0
    yield { index, startMs, endMs: now, calls: timed, step, actionMs }
  }
}

/** How long the model and the environment took, in milliseconds. */
export function episodeMs({ calls, steps }: Pick<Trace, 'calls' | 'steps'>): number {
  return [...calls, ...steps].reduce((total, { durationMs }) => total + durationMs, 0)
}
