import { invalidOption, type JsonObject, known } from '@skill-state/protocol'
import { type NoiseOptions, noiseVariant } from '../noise/source.ts'

interface Variant {
  readonly load?: number | undefined
  readonly scenario?: string | undefined
  readonly silent?: boolean | undefined
  readonly noise?: NoiseOptions | undefined
}

/** `load-100`, `scenario-A`, `noise-20`, or several of them joined by `-`; undefined for the plain world. */
export function variantName({ load, scenario, silent, noise }: Variant): string | undefined {
  const parts = [
    load !== undefined && `load-${load}`,
    scenario !== undefined && `scenario-${scenario}${silent ? '-silent' : ''}`,
    noise !== undefined && noiseVariant(noise),
  ]
  return parts.filter(Boolean).join('-') || undefined
}

export function variantParameters({ noise, ...rest }: Variant): JsonObject {
  return known({ ...rest, noise: noise && { ...noise } })
}

/** Whether a scenario is silent, undefined if not. Throws `invalid-option` if there is no scenario. */
export function silentIn({ scenario, silent }: Variant): true | undefined {
  if (silent && scenario === undefined) throw invalidOption('silent needs a scenario')
  return silent || undefined
}
