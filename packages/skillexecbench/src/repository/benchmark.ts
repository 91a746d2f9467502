import {
  type Benchmark,
  type Environment,
  SkillStateError,
  type Task,
  type TaskOptions,
} from '@skill-state/protocol'
import { repositoryNoise } from '../noise/repository.ts'
import { withNoise } from '../noise/with-noise.ts'
import { requirePositiveInteger } from '../warehouse/options.ts'
import { createRepositoryEnvironment } from './environment.ts'
import { createRepositoryPlayer } from './player.ts'
import { requireScenarioHorizon } from './scenario.ts'
import { createRepositorySkill } from './skill.ts'
import { type RepositoryOptions, requireVariant, variantName, variantParameters } from './variant.ts'

/** The software repository; options name the variant of its tasks. Throws `invalid-option`. */
export function createRepository(options: RepositoryOptions = {}): Benchmark {
  const variant = requireVariant(options)
  const name = variantName(variant)
  return {
    id: 'repository@1',
    description: `Commit, review, test, release and merge interleaved features; one event, one action (B.1)${name === undefined ? '' : `; ${name}`}`,
    skill: createRepositorySkill(),
    tasks: ({ seeds, horizons }: TaskOptions): readonly Task[] =>
      [...new Set(horizons)].flatMap((horizon) =>
        [...new Set(seeds)].map((seed) => createTask(seed, horizon, variant)),
      ),
    open: openTask,
    player: createRepositoryPlayer(),
  }
}

/** The repository of the paper. */
export const repository: Benchmark = createRepository()

function createTask(seed: number, horizon: number, variant: RepositoryOptions): Task {
  requireScenarioHorizon(requirePositiveInteger('horizon', horizon), variant.scenario)
  if (!Number.isSafeInteger(seed)) {
    throw new SkillStateError('invalid-option', `seed must be an integer, not ${String(seed)}`)
  }
  const name = variantName(variant)
  const id = `t${String(horizon).padStart(4, '0')}-s${seed}`
  return {
    id: name === undefined ? id : `${name}-${id}`,
    seed,
    ...(name !== undefined && { variant: name }),
    horizon,
    parameters: variantParameters(variant),
  }
}

/** Opens the task of any variant: its parameters say everything. */
function openTask({ horizon, parameters }: Task): Environment {
  const { scenario, noise } = requireVariant({ scenario: parameters.scenario, noise: parameters.noise })
  const environment = createRepositoryEnvironment({
    horizon: requirePositiveInteger('horizon', horizon),
    ...(scenario !== undefined && { scenario }),
  })
  if (noise === undefined) return environment
  return withNoise(environment, { lines: noise.lines, source: repositoryNoise[noise.condition] })
}
