import type { Benchmark, Task, TaskOptions } from '@skill-state/protocol'
import { SkillStateError } from '@skill-state/protocol'
import { createRetractionEnvironment } from './environment.ts'
import { requireHorizon } from './options.ts'
import { retractionPlayer } from './player.ts'
import { retractionSkill } from './skill.ts'

/**
 * Facts are told, some are corrected later, some corrections are corrected too; actions depend on what holds
 * now. Every correction says what it withdraws and why, so that a reader of the whole history agrees with it.
 *
 * `tasks` and `open` throw `invalid-option` where the horizon is under 2.
 */
export const retraction: Benchmark = {
  id: 'retraction@1',
  description: 'Run an information desk: platforms are told, some are corrected, and passengers ask for them',
  skill: retractionSkill,
  tasks: ({ seeds, horizons }: TaskOptions): readonly Task[] =>
    [...new Set(horizons)].flatMap((horizon) =>
      [...new Set(seeds)].map((seed) => createTask(seed, requireHorizon(horizon))),
    ),
  open: (task: Task) => createRetractionEnvironment({ horizon: requireHorizon(task.horizon) }),
  player: retractionPlayer,
}

function createTask(seed: number, horizon: number): Task {
  if (!Number.isSafeInteger(seed)) {
    throw new SkillStateError('invalid-option', `seed must be an integer, not ${String(seed)}`)
  }
  return { id: `t${String(horizon).padStart(4, '0')}-s${seed}`, seed, horizon, parameters: {} }
}
