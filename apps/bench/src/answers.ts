import type { Model } from '@skill-state/protocol'
import type { Conditions } from './conditions.ts'
import { declaredActions } from './declared-actions.ts'
import type { NamedRuntime } from './named-runtime.ts'
import type { PlannedTask } from './series.ts'

type Answers = NonNullable<Conditions['answers']>

/**
 * Whether the model is held to the answers that the runtimes ask for, for each benchmark once; undefined where no
 * runtime asks for answers of a schema. A fallback is on record before anything is spent.
 */
export async function judgeAnswers(
  tasks: readonly PlannedTask[],
  runtimes: ReadonlyMap<string, NamedRuntime>,
  model: Model,
): Promise<Answers | undefined> {
  const firsts = new Map(tasks.map((planned) => [planned.benchmark.id, planned] as const))
  const answers = []
  for (const { benchmark, task } of firsts.values()) {
    const { actionSchema } = await declaredActions(benchmark, task)
    const names = new Set(
      tasks.filter((each) => each.benchmark.id === benchmark.id).flatMap((each) => each.runtimes),
    )
    for (const runtime of names) {
      const schema = runtimes.get(runtime)?.answerSchema?.(benchmark.skill, actionSchema)
      if (schema === undefined) continue
      const enforcement = model.enforce?.(schema) ?? { enforced: false, dialect: 'none', reasons: [] }
      answers.push({ benchmark: benchmark.id, runtime, enforcement })
    }
  }
  return answers.length > 0 ? answers : undefined
}
