import { type ReplayOptions, replayEpisode, type Trace } from '@skill-state/eval'
import { reasonOf } from '@skill-state/protocol'
import type { PlannedTask } from '../plan/series.ts'
import type { Played } from './played-with.ts'

/** Fields of a trace's first line that the task fixes. */
const OF_TASK = ['seed', 'horizon', 'variant', 'problem', 'instructions'] as const

/**
 * Drives an episode again, in a world of its task (`executed`) if the same actions lead to the same world there. An environment that
 * failed may fail again, so an episode without an outcome is driven over its record.
 */
export async function reExecute(
  trace: Trace,
  { planned, ...played }: Played,
  runtime: ReplayOptions['runtime'],
): Promise<{ readonly differences: readonly string[]; readonly executed: boolean }> {
  const { file, end, reset } = trace
  const hasOutcome = end?.status !== 'failed' || end.outcome !== undefined
  const world = planned?.benchmark.open(planned.task)
  const executed = world !== undefined && world.restore === undefined && hasOutcome && reset !== undefined
  try {
    const found = await replayEpisode(trace, { ...played, runtime, world: executed ? world : undefined })
    const lines = found.map(({ where, what }) => `${where}: ${what}`)
    return { executed, differences: [...taskFaults(trace, planned), ...lines] }
  } catch (error) {
    return { executed, differences: [`${file}: the environment fails: ${reasonOf(error)}`] }
  } finally {
    await world?.close()
  }
}

function taskFaults({ file, episode }: Trace, planned: Pick<PlannedTask, 'task'> | undefined): string[] {
  if (planned === undefined) return []
  const { task } = planned
  return OF_TASK.filter((field) => episode[field] !== task[field]).map(
    (field) => `${file}: ${field} is ${episode[field]}, not ${task[field]} as the task has it`,
  )
}
