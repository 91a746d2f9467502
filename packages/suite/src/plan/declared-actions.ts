import type { Benchmark, Environment, Task } from '@skill-state/protocol'
import { defined } from '../options.ts'

/** What a task's environment declares of its actions: before it is reset, so nothing starts here. */
export async function declaredActions(
  benchmark: Benchmark,
  task: Task,
): Promise<Pick<Environment, 'actionSchema' | 'noop'>> {
  const environment = benchmark.open(task)
  await environment.close()
  const { actionSchema, noop } = environment
  return defined({ actionSchema, noop })
}
