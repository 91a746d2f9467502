import type { Environment, Observation } from '@skill-state/protocol'
import { requireStarted } from '../shared/episode-environment.ts'
import { type Random, randomStream } from './random.ts'
import type { NoiseSource } from './source.ts'
import { appendTelemetry } from './telemetry.ts'

export interface WithNoiseOptions {
  readonly lines: number
  readonly source: NoiseSource
}

/** The same world, with n lines of noise after every observation but the last. The noise depends on seed, source and n alone. */
export function withNoise(environment: Environment, { lines, source }: WithNoiseOptions): Environment {
  const { actionSchema, noop } = environment
  let random: Random | undefined

  function disturb(observation: Observation): Observation {
    const current = requireStarted('noise', random)
    if (observation.done) return observation
    const noise = Array.from({ length: lines }, () => source(current))
    return { ...observation, text: appendTelemetry(observation.text, noise) }
  }

  return {
    actionSchema,
    noop,
    async reset(options) {
      const observation = await environment.reset(options)
      random = randomStream(options.seed, 'noise')
      return disturb(observation)
    },
    async step(action, options) {
      return disturb(await environment.step(action, options))
    },
    outcome: () => environment.outcome(),
    close: () => environment.close(),
  }
}
