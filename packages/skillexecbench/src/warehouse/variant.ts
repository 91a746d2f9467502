import { type JsonObject, known } from '@skill-state/protocol'
import { type NoiseOptions, noiseParameters, noiseVariant, requireNoise } from '../noise/options.ts'
import { type Layout, requireLayout } from './options.ts'
import type { Scenario } from './world/plan.ts'

/** What sets one warehouse apart from another. */
export interface WarehouseVariant {
  /** Default: 500, as in the paper. */
  readonly shelves?: number | undefined
  /** Number of shelves that are occupied at the start, and about which their number then stays. */
  readonly load?: number | undefined
  readonly scenario?: Scenario | undefined
  /** Whether nothing tells of the change of a scenario. Default: a notice does. */
  readonly silent?: boolean | undefined
  readonly noise?: NoiseOptions | undefined
}

/** A variant that can be opened, with every default filled in. */
export type CheckedVariant = Layout & { readonly noise?: NoiseOptions | undefined }

export const paperShelves = 500

/** Throws `invalid-option`. */
export function requireVariant(
  options: { readonly [name in keyof CheckedVariant]: unknown },
): CheckedVariant {
  const { noise, ...layout } = options
  return { ...requireLayout(layout), noise: noise === undefined ? undefined : requireNoise(noise) }
}

/** The number of shelves makes another benchmark; what else differs is named by the task's variant. */
export function benchmarkId({ shelves }: CheckedVariant): string {
  return shelves === paperShelves ? 'warehouse@1' : `warehouse-${shelves}@1`
}

/** `load-100`, `scenario-A`, `noise-20`, or several of them joined by `-`; undefined for the plain warehouse. */
export function variantName({ load, scenario, silent, noise }: CheckedVariant): string | undefined {
  const parts = [
    ...(load === undefined ? [] : [`load-${load}`]),
    ...(scenario === undefined ? [] : [`scenario-${scenario}${silent ? '-silent' : ''}`]),
    ...(noise === undefined ? [] : [noiseVariant(noise)]),
  ]
  return parts.length === 0 ? undefined : parts.join('-')
}

/** The variant as a task's parameters hold it; `requireVariant` reads it back. */
export function variantParameters({ shelves, load, scenario, silent, noise }: CheckedVariant): JsonObject {
  return known({ shelves, load, scenario, silent, noise: noise && noiseParameters(noise) })
}
