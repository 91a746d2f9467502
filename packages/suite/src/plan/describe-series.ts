import { compileSkill } from '@skill-state/core'
import { type Benchmark, type Environment, known, type Task } from '@skill-state/protocol'
import type { Series } from '../experiment.ts'
import type { Conditions } from './conditions.ts'
import { variantsOf } from './series.ts'

/** What a task's environment declares of its actions: before it is reset, so nothing starts here. */
export async function declaredActions(
  benchmark: Benchmark,
  task: Task,
): Promise<Pick<Environment, 'actionSchema' | 'noop'>> {
  const environment = benchmark.open(task)
  await environment.close()
  const { actionSchema, noop } = environment
  return known({ actionSchema, noop })
}

export async function describeSeries(
  { benchmark, runtimes: names, horizons }: Series,
  seeds: readonly number[],
): Promise<Conditions['series'][number]> {
  const [task] = benchmark.tasks({ seeds, horizons })
  const { actionSchema, noop } = task === undefined ? {} : await declaredActions(benchmark, task)
  return {
    benchmark: {
      id: benchmark.id,
      instructions: benchmark.skill.instructions,
      initialState: benchmark.skill.initialState,
      schema: compileSkill(benchmark.skill).schema,
      ...known({ actionSchema, noop }),
    },
    variants: variantsOf(benchmark, { seeds, horizons }),
    runtimes: names,
    horizons,
  }
}
