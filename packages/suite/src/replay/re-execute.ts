import { isDeepStrictEqual } from 'node:util'
import type { Trace } from '@skill-state/eval'
import type { PlannedTask } from '../plan/series.ts'

/** Fields of a trace's first line that the task fixes. */
const OF_TASK = ['seed', 'horizon', 'variant', 'problem', 'instructions'] as const

/**
 * Takes a trace's actions again in an environment of its task, and returns what comes out otherwise: fields of the
 * task, observations, the outcome. Only for environments that the same actions lead to the same world.
 */
export async function reExecute(
  { file, episode, reset, steps, end }: Trace,
  { benchmark, task }: Pick<PlannedTask, 'benchmark' | 'task'>,
): Promise<string[]> {
  const found: string[] = OF_TASK.filter((field) => episode[field] !== task[field]).map(
    (field) => `${file}: ${field} is ${episode[field]}, not ${task[field]} as the task has it`,
  )
  // An environment that failed then may fail again: the trace says so.
  if (end?.status === 'failed' && end.outcome === undefined) return found
  const environment = benchmark.open(task)
  if (environment.restore !== undefined) return found
  const differs = (a: unknown, b: unknown): boolean =>
    !isDeepStrictEqual(JSON.parse(JSON.stringify(a ?? null)), JSON.parse(JSON.stringify(b ?? null)))
  try {
    if (reset === undefined) return found
    const first = await environment.reset({ seed: task.seed })
    if (differs(first, reset.observation)) found.push(`${file}: the environment begins otherwise`)
    for (const { index, action, actionSource, result } of steps) {
      const again = await environment.step(action, { source: actionSource })
      if (!differs(again, result)) continue
      return [...found, `${file}, step ${index}: the environment answers otherwise`]
    }
    const recorded = end?.outcome
    if (recorded !== undefined && differs(await environment.outcome(), recorded))
      found.push(`${file}: the outcome differs from what the recorded actions give`)
  } catch (error) {
    found.push(`${file}: the environment fails: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    await environment.close()
  }
  return found
}
