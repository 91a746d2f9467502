import {
  type Benchmark,
  type Environment,
  parseOptions,
  type Task,
  type TaskOptions,
} from '@skill-state/protocol'
import { z } from 'zod'
import { noiseSchema } from '../noise/options.ts'
import { repositoryNoise } from '../noise/repository.ts'
import { withNoise } from '../noise/with-noise.ts'
import { taskGrid } from '../shared/task-grid.ts'
import { requireScenarioHorizon } from './course/scenario.ts'
import { repositoryEnvironment } from './environment.ts'
import { repositoryFloor, repositoryPlayer } from './player/player.ts'
import { repositorySkill } from './skill.ts'
import { type RepositoryOptions, requireVariant, variantName, variantParameters } from './variant.ts'

const settings = z.strictObject({
  scenario: z.enum(['A', 'B', 'C']).optional().describe('what changes outside the actions.'),
  silent: z
    .boolean()
    .optional()
    .describe('with scenario: nothing tells of the change. Default: a notice does.'),
  noise: noiseSchema.optional().describe('noise below each observation.'),
})

/** The software repository; options name the variant of its tasks. Throws `invalid-option`. */
export function repositoryBenchmark(options: RepositoryOptions = {}): Benchmark {
  const variant = requireVariant(options)
  const name = variantName(variant)
  return {
    id: 'repository@1',
    description: `Commit, review, test, release and merge interleaved features; one event, one action (B.1)${name === undefined ? '' : `; ${name}`}`,
    skill: repositorySkill(),
    tasks: (options: TaskOptions) =>
      taskGrid(options, {
        variant: name,
        parameters: variantParameters(variant),
        requireHorizon: (horizon) => requireScenarioHorizon(horizon, variant.scenario),
      }),
    open: openTask,
    player: repositoryPlayer(),
    floor: repositoryFloor,
    adversary: repositoryPlayer({ guesses: true }),
    options: settings,
    with: (given) => repositoryBenchmark(parseOptions({ id: 'repository', options: settings }, given)),
  }
}

/** The repository of the paper. */
export const repository: Benchmark = repositoryBenchmark()

function openTask({ horizon, parameters }: Task): Environment {
  const { scenario, silent, noise } = requireVariant({
    scenario: parameters.scenario,
    silent: parameters.silent,
    noise: parameters.noise,
  })
  const environment = repositoryEnvironment({
    horizon: requireScenarioHorizon(horizon, scenario),
    scenario,
    silent,
  })
  if (noise === undefined) return environment
  return withNoise(environment, { lines: noise.lines, source: repositoryNoise[noise.condition] })
}
