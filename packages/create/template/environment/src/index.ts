import { type Benchmark, SkillStateError, type Task } from '@skill-state/protocol'
import { createEnvironment } from './environment.ts'
import { player } from './player.ts'
import { skill } from './skill.ts'

const benchmark: Benchmark = {
  id: `${skill.name}@1`, // whatever changes an observation, a score or a prompt makes it @2
  description: 'Run a wall of parcel compartments: what lies where, and for whom',
  skill,
  *tasks({ seeds, horizons }): Iterable<Task> {
    for (const horizon of horizons) {
      if (!Number.isSafeInteger(horizon) || horizon < 1) {
        throw new SkillStateError('invalid-option', `horizon must be a positive integer, not ${horizon}`)
      }
      const name = `t${String(horizon).padStart(4, '0')}`
      for (const seed of seeds) yield { id: `${name}-s${seed}`, seed, horizon, parameters: { horizon } }
    }
  },
  open: ({ parameters }) => createEnvironment(Number(parameters.horizon)),
  player,
}

export default benchmark
