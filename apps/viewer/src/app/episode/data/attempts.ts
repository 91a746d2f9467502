import type { CallLine, StepLine } from '@skill-state/eval'
import type { Observation, Rejection } from '@skill-state/protocol'
import type { Trace } from '../../data/trace.ts'

/** A model call of a step, and what became of its reply. */
export interface Attempt {
  /** Which of the trace's calls. */
  readonly call: number
  readonly line: CallLine
  readonly name: string
  readonly rejection?: Rejection | undefined
}

/** The calls of a step: those of a summariser come first, then the refused ones, then the one that was taken. */
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

/** How many replies were asked for a decision. */
function decisionsOf({ rejections, fallback }: StepLine): number {
  return rejections.length + (fallback ? 0 : 1)
}

/** O_t: what the step's decision was taken on; absent where it is not on record. */
export function observationOf(
  { reset, steps }: Pick<Trace, 'reset' | 'steps'>,
  step: number,
): Observation | undefined {
  return step === 0 ? reset?.observation : steps[step - 1]?.result
}
