import type { Benchmark, Environment, JsonObject, Task } from '@skill-state/protocol'
import { parseOptions } from '@skill-state/protocol'
import { z } from 'zod'
import { repositoryNoise } from '../noise/repository.ts'
import { type NoiseOptions, noiseSchema } from '../noise/source.ts'
import { withNoise } from '../noise/telemetry.ts'
import { taskGrid } from '../shared/task-grid.ts'
import { silentIn, variantName, variantParameters } from '../shared/variant.ts'
import { requireScenarioHorizon, type Scenario } from './course/scenario.ts'
import { repositoryEnvironment } from './environment.ts'
import { repositoryFloor, repositoryPlayer } from './player/player.ts'
import { repositorySkill } from './skill.ts'

export interface RepositoryOptions {
  /** The recovery scenario of its tasks, which then need a horizon of at least 20. */
  readonly scenario?: Scenario | undefined
  /** Whether nothing tells of the change of a scenario. Default: a notice does. */
  readonly silent?: boolean | undefined
  readonly noise?: NoiseOptions | undefined
}

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
  const variant = readVariant(options as JsonObject)
  const name = variantName(variant)
  return {
    id: 'repository@1',
    description: `Commit, review, test, release and merge interleaved features; one event, one action (B.1)${name === undefined ? '' : `; ${name}`}`,
    skill: repositorySkill(),
    tasks: (options) =>
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
    with: (given) => repositoryBenchmark(given),
  }
}

export const repository: Benchmark = repositoryBenchmark()

function openTask({ horizon, parameters }: Task): Environment {
  const { noise, ...rest } = readVariant(parameters)
  const environment = repositoryEnvironment({
    horizon: requireScenarioHorizon(horizon, rest.scenario),
    ...rest,
  })
  if (noise === undefined) return environment
  return withNoise(environment, { lines: noise.lines, source: repositoryNoise[noise.condition] })
}

function readVariant(given: JsonObject): RepositoryOptions {
  const variant = parseOptions({ id: 'repository', options: settings }, given)
  return { ...variant, silent: silentIn(variant) }
}
