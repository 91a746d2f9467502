import type { CallLine, StepLine } from '@skill-state/eval'
import type { Observation, Rejection } from '@skill-state/protocol'
import type { Trace } from '../../../manifest/trace.ts'

/** A model call of a step, and what became of its reply. */
export interface Attempt {
  readonly call: number
  readonly line: CallLine
  readonly name: string
  readonly rejection?: Rejection | undefined
}

/** The calls of a step: those of a summariser come first, then the rejected ones, then the one that was taken. */
export function attemptsOf(
  { calls, steps }: Pick<Trace, 'calls' | 'steps'>,
  step: number,
): readonly Attempt[] {
  const own = calls.flatMap((line, call) => (line.step === step ? [{ call, line }] : []))
  const recorded = steps[step]
  const before = recorded === undefined ? 0 : Math.max(0, own.length - decisionsOf(recorded))
  return own.map(({ call, line }, index) => {
    const place = index - before
    return {
      call,
      line,
      name: place < 0 ? 'Further call' : `Attempt ${place + 1}`,
      rejection: place < 0 ? undefined : recorded?.rejections[place],
    }
  })
}

/** The steps in which something went wrong: a rejected reply or action, a no-op, a wrong patch, a request without response. */
export function mistakesOf({ attempts, steps }: Pick<Trace, 'attempts' | 'steps'>): readonly number[] {
  const lost = new Set(attempts.map(({ step }) => step))
  return steps.flatMap(({ rejections, fallback, mistake = 'none', result }, index) => {
    const isWrong = rejections.length > 0 || fallback || mistake !== 'none' || result.refused === true
    return isWrong || lost.has(index) ? [index] : []
  })
}

/** How many replies were asked for a decision. */
function decisionsOf({ rejections, fallback }: StepLine): number {
  return rejections.length + (fallback ? 0 : 1)
}

/** O_t: what the step's decision was taken on; absent if it is not on record. */
export function observationOf(
  { observations, reset, steps }: Pick<Trace, 'observations' | 'reset' | 'steps'>,
  step: number,
): Observation | undefined {
  if (observations) return observations[step]
  return step === 0 ? reset?.observation : steps[step - 1]?.result
}
