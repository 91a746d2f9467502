import type { Benchmark, Skill, Task, TaskOptions } from '@skill-state/protocol'
import { taskGrid } from '../shared/task-grid.ts'
import { requireHorizon, retractionEnvironment } from './environment.ts'
import { retractionAdversary, retractionPlayer } from './player.ts'

/** P of the information desk. The state maps each train that has not left to its platform. */
const retractionSkill: Skill = {
  name: 'retraction',
  instructions: `You run the information desk of a station.
Actions:
Post <train_id> <platform_id>
Direct <train_id> <platform_id>
Clear <train_id>
Wait
Rules: answer each event with exactly one action. Post a platform that is announced or corrected. When a passenger asks for a train, direct the passenger to its platform; where it was corrected, the newest correction holds. Clear a train that has left. A refused action changes nothing.
The state maps each train that has not left to its platform: {"platforms": {"train_7": "platform_3"}}.`,
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      platforms: {
        type: 'object',
        propertyNames: { pattern: '^train_[1-9][0-9]*$' },
        additionalProperties: { type: 'string', pattern: '^platform_[1-9][0-9]*$' },
      },
    },
    required: ['platforms'],
    additionalProperties: false,
  },
  initialState: { platforms: {} },
}

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
