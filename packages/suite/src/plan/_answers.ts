import type { Model } from '@skill-state/protocol'
import type { NamedRuntime } from '../named-runtime.ts'
import type { Conditions } from './conditions.ts'
import { declaredActions } from './describe-series.ts'
import type { PlannedTask } from './series.ts'

type Answers = NonNullable<Conditions['answers']>

/**
 * Whether the model is held to the answers that the runtimes ask for, of each benchmark, or variant with a skill of its
 * own, once; undefined if no runtime asks for answers of a schema. A fallback is on record before anything is spent.
 * Throws `invalid-skill` if an encoding cannot write a skill's state.
 */
export async function judgeAnswers(
  tasks: readonly PlannedTask[],
  runtimes: ReadonlyMap<string, NamedRuntime>,
  model: Model,
): Promise<Answers | undefined> {
  const groups = Map.groupBy(tasks, ({ benchmark }) => benchmark)
  const answers: Answers[number][] = []
  for (const [benchmark, planned] of groups) {
    const [first] = planned
    if (first === undefined) continue
    const { actionSchema } = await declaredActions(benchmark, first.task)
    for (const runtime of new Set(planned.flatMap((each) => each.runtimes))) {
      const schema = runtimes.get(runtime)?.answerSchema?.(benchmark.skill, actionSchema)
      if (schema === undefined) continue
      const enforcement = model.enforce?.(schema) ?? { enforced: false, dialect: 'none', reasons: [] }
      answers.push({ benchmark: benchmark.id, runtime, enforcement })
    }
  }
  return answers.length > 0 ? answers : undefined
}
