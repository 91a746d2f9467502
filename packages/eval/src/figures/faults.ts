import { isDeepStrictEqual } from 'node:util'
import type { InjectedFault } from '@skill-state/protocol'
import type { StepLine } from '../trace/trace.ts'
import type { Trace } from '../trace/trace-file.ts'

export interface FaultFigures {
  readonly injected: number
  readonly caught: number
  /** Of the caught ones: the same step ended with a reply that was taken. */
  readonly healed: number
  /** The reply was taken, and meant what it would have meant without the fault. */
  readonly harmless: number
  /** The reply was taken, and meant something else. */
  readonly slipped: number
}

type Fate = Exclude<keyof FaultFigures, 'injected' | 'healed'>

/**
 * Follows each injected fault through its step: the first calls of a step are the rejected ones, the last is the
 * one that was taken. A fault in a step that was never finished counts as injected alone, and so does one in a
 * runtime that makes further calls in a step.
 */
export function countFaults({ calls, steps }: Pick<Trace, 'calls' | 'steps'>): {
  readonly faults: Readonly<Record<string, FaultFigures>>
  readonly soundRejections: number
} {
  const byStep = Map.groupBy(calls, (call) => call.step)
  const faults: Record<string, FaultFigures> = {}
  let soundRejections = 0
  for (const [index, made] of byStep) {
    const step = steps[index]
    const plain = step !== undefined && made.length === step.rejections.length + (step.fallback ? 0 : 1)
    made.forEach(({ fault }, at) => {
      const rejected = plain && at < step.rejections.length
      if (fault === undefined) soundRejections += rejected ? 1 : 0
      else count(faults, fault, plain ? fateOf(fault, step, rejected) : undefined, plain && !step.fallback)
    })
  }
  return { faults, soundRejections }
}

function fateOf(fault: InjectedFault, step: StepLine, rejected: boolean): Fate {
  if (rejected) return 'caught'
  const { state_patch, action } = fault.intended
  const sameAction = isDeepStrictEqual(step.action, action)
  const samePatch = fault.differs === false || isDeepStrictEqual(step.patch, state_patch)
  return sameAction && samePatch ? 'harmless' : 'slipped'
}

function count(
  faults: Record<string, FaultFigures>,
  { class: name }: InjectedFault,
  fate: Fate | undefined,
  finished: boolean,
): void {
  const before = faults[name] ?? { injected: 0, caught: 0, healed: 0, harmless: 0, slipped: 0 }
  const healed = before.healed + Number(fate === 'caught' && finished)
  faults[name] = { ...before, injected: before.injected + 1, healed }
  if (fate) faults[name] = { ...faults[name], [fate]: before[fate] + 1 }
}
