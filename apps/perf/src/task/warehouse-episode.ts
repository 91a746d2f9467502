import { promptLayouts } from '@skill-state/baselines'
import { runSkill } from '@skill-state/core'
import { type Episode, runEpisode, type TraceLine } from '@skill-state/eval'
import { reference } from '@skill-state/models'
import type { Task } from '@skill-state/protocol'
import { warehouse } from '@skill-state/skillexecbench'

/** The first task of a horizon, which the figures of whole episodes play. */
export function firstTask(horizon: number): Task {
  const [task] = warehouse.tasks({ seeds: [42], horizons: [horizon] })
  if (task === undefined) throw new Error('the warehouse gives a task for a seed and a horizon')
  return task
}

export function parts(task: Task): Omit<Episode, 'model'> {
  return { benchmark: warehouse, task, runtime: { id: 'skill-state', run: runSkill } }
}

/** The trace of an episode that the reference reader plays. */
export async function linesOf(task: Task): Promise<readonly TraceLine[]> {
  if (warehouse.player === undefined) throw new Error('the warehouse has a player')
  const lines: TraceLine[] = []
  const model = reference(warehouse.player, promptLayouts)
  await runEpisode({ ...parts(task), model }, { record: (line) => lines.push(line) })
  return lines
}

/** What the model replied, call by call. */
export function repliesIn(lines: readonly TraceLine[]): readonly string[] {
  return lines.flatMap((line) => (line.kind === 'call' ? [line.reply] : []))
}
