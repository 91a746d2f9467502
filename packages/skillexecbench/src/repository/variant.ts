import { type JsonObject, known } from '@skill-state/protocol'
import { type NoiseOptions, noiseParameters, noiseVariant, requireNoise } from '../noise/options.ts'
import { requireSilent } from '../warehouse/options.ts'
import { requireScenario, type Scenario } from './course/scenario.ts'

/** What sets one repository apart from another. */
export interface RepositoryOptions {
  /** The recovery scenario of its tasks, which then need a horizon of at least 20. */
  readonly scenario?: Scenario | undefined
  /** Whether nothing tells of the change of a scenario. Default: a notice does. */
  readonly silent?: boolean | undefined
  readonly noise?: NoiseOptions | undefined
}

/** Throws `invalid-option`. */
export function requireVariant(
  options: { readonly [name in keyof RepositoryOptions]: unknown },
): RepositoryOptions {
  const { scenario, silent, noise } = options
  return {
    scenario: scenario === undefined ? undefined : requireScenario(scenario),
    silent: requireSilent(silent, scenario),
    noise: noise === undefined ? undefined : requireNoise(noise),
  }
}

/** `scenario-A`, `noise-20` or both joined by `-`; undefined for the plain repository. */
export function variantName({ scenario, silent, noise }: RepositoryOptions): string | undefined {
  const parts = [
    ...(scenario === undefined ? [] : [`scenario-${scenario}${silent ? '-silent' : ''}`]),
    ...(noise === undefined ? [] : [noiseVariant(noise)]),
  ]
  return parts.length === 0 ? undefined : parts.join('-')
}

/** The variant as a task's parameters hold it; `requireVariant` reads it back. */
export function variantParameters({ scenario, silent, noise }: RepositoryOptions): JsonObject {
  return known({ scenario, silent, noise: noise && noiseParameters(noise) })
}
