import type { Benchmark, Task, TaskOptions } from '@skill-state/protocol'
import { taskGrid } from '../shared/task-grid.ts'
import { requireHorizon, retractionEnvironment } from './environment.ts'
import { retractionAdversary, retractionPlayer } from './player.ts'
import { retractionSkill } from './skill.ts'

/**
 * Facts are told, some are corrected, some corrections too. Each correction says what it withdraws and why, so that a
 * reader of the whole history agrees. A horizon under 2 is `invalid-option`.
 */
export const retraction: Benchmark = {
  id: 'retraction@2',
  description: 'Run an information desk: platforms are told, some are corrected, and passengers ask for them',
  skill: retractionSkill,
  tasks: (options: TaskOptions) => taskGrid(options, { parameters: {}, requireHorizon }),
  open: (task: Task) => retractionEnvironment({ horizon: requireHorizon(task.horizon) }),
  player: retractionPlayer,
  floor: retractionAdversary,
  adversary: retractionAdversary,
}
