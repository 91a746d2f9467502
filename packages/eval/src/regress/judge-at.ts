import {
  type Benchmark,
  type Observation,
  SkillStateError,
  type Step,
  type Task,
} from '@skill-state/protocol'
import { stateJudge } from '../episode/state-mistakes.ts'
import type { StateMistake } from '../trace/trace.ts'

/** What the environment says of a decision. */
export interface Judgement {
  readonly refused?: boolean | undefined
  readonly mistake?: StateMistake | undefined
}

/** Whether the environment took a decision, and has nothing to say against the state, as far as it says. */
export function isSound({ refused, mistake = 'none' }: Judgement): boolean {
  return refused !== true && mistake === 'none'
}

/**
 * Carries a decision out in the world in which the recorded steps before it were taken: a new one, led there by the same
 * actions. Undefined for a world that the same actions do not rebuild. Throws `environment-failed` if it answers
 * otherwise than recorded.
 */
export async function judgeAt(
  { benchmark, task }: { readonly benchmark: Benchmark; readonly task: Task },
  before: readonly Step[],
  decided: Step,
): Promise<Judgement | undefined> {
  const world = benchmark.open(task)
  try {
    if (world.restore !== undefined) return undefined
    const judge = stateJudge(world)
    const act = ({ action, actionSource: source }: Step): Promise<Observation> =>
      world.step(action, source === undefined ? {} : { source })
    await world.reset({ seed: task.seed })
    for (const step of before) {
      const { text } = await act(step)
      if (text !== step.result.text)
        throw new SkillStateError(
          'environment-failed',
          `task ${task.id}: the environment answers step ${step.index} otherwise than recorded, so no other decision can be judged in its world`,
        )
      judge(step)
    }
    const { refused } = await act(decided)
    return { refused, mistake: judge(decided) }
  } finally {
    await world.close()
  }
}
