import { type JsonObject, known } from '@skill-state/protocol'
import { type NoiseOptions, noiseParameters, noiseVariant, requireNoise } from '../noise/options.ts'
import { requireScenario, type Scenario } from './course/scenario.ts'

/** What sets one repository apart from another. */
export interface RepositoryOptions {
  /** The recovery scenario of its tasks, which then need a horizon of at least 20. */
  readonly scenario?: Scenario | undefined
  readonly noise?: NoiseOptions | undefined
}

/** Throws `invalid-option`. */
export function requireVariant(
  options: { readonly [name in keyof RepositoryOptions]: unknown },
): RepositoryOptions {
  const { scenario, noise } = options
  return {
    scenario: scenario === undefined ? undefined : requireScenario(scenario),
    noise: noise === undefined ? undefined : requireNoise(noise),
  }
}

/** `scenario-A`, `noise-20` or both joined by `-`; undefined for the plain repository. */
export function variantName({ scenario, noise }: RepositoryOptions): string | undefined {
  const parts = [
    ...(scenario === undefined ? [] : [`scenario-${scenario}`]),
    ...(noise === undefined ? [] : [noiseVariant(noise)]),
  ]
  return parts.length === 0 ? undefined : parts.join('-')
}

/** The variant as a task's parameters hold it; `requireVariant` reads it back. */
export function variantParameters({ scenario, noise }: RepositoryOptions): JsonObject {
  return known({ scenario, noise: noise && noiseParameters(noise) })
}
