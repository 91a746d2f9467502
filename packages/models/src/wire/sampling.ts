import { invalidOption } from '@skill-state/protocol'
import type { SamplingParameter } from '../capabilities/capabilities.ts'

/** Sampling parameters, by our names. What is left out is not sent, so that the provider's default holds. */
export type Sampling = { readonly [K in SamplingParameter]?: number }

/** Throws `invalid-option` for a parameter that is not a number, or that the model does not accept. */
export function checkSampling(
  id: string,
  sampling: Readonly<Record<string, number | undefined>>,
  accepted: readonly SamplingParameter[],
): void {
  for (const [name, value] of Object.entries(sampling)) {
    if (value === undefined) continue
    if (!Number.isFinite(value)) {
      throw invalidOption(`${id}: ${name} must be a number`)
    }
    if (!accepted.some((known) => known === name)) {
      throw invalidOption(`${id} does not accept ${name}: leave it out, or name it in capabilities.sampling`)
    }
  }
}

/** The capability that a chosen limit overrides; nothing if none was chosen. Throws `invalid-option`. */
export function outputLimit(id: string, tokens: number | undefined): { readonly maxOutputTokens?: number } {
  if (tokens === undefined) return {}
  if (Number.isSafeInteger(tokens) && tokens > 0) return { maxOutputTokens: tokens }
  throw invalidOption(`${id}: maxOutputTokens must be a whole number from 1`)
}
