import { z } from 'zod'
import type { Random } from './random.ts'

export interface NoiseOptions {
  readonly condition: NoiseCondition
  /** n: lines after each observation. The paper has 5, 20 and 50. */
  readonly lines: number
}

export const noiseSchema: z.ZodType<NoiseOptions> = z.strictObject({
  condition: z.enum(['irrelevant', 'chatter', 'overrides']),
  lines: z.int().min(1),
})

/** Names of the conditions in a task's variant: `noise-20` is the paper's. */
const nameOf: Readonly<Record<NoiseCondition, string>> = {
  irrelevant: 'noise',
  chatter: 'chatter',
  overrides: 'overrides',
}

/** A variant's name, fit for a file name: `noise-20`, `chatter-20`, `overrides-20`. */
export function noiseVariant({ condition, lines }: NoiseOptions): string {
  return `${nameOf[condition]}-${lines}`
}

/**
 * What the noise is about: telemetry of other devices, the only one of the paper's tables; events of another warehouse or
 * repository that look like the agent's own; sentences that contradict the rules or the facts.
 */
export type NoiseCondition = 'irrelevant' | 'chatter' | 'overrides'

/** Writes one line of noise: non-empty, without a line break, and not the header. */
export type NoiseSource = (random: Random) => string

export type NoiseTable = Readonly<Record<NoiseCondition, NoiseSource>>

export function oneOf(...sources: readonly NoiseSource[]): NoiseSource {
  return (random) => random.pick(sources)(random)
}

/** A number with one decimal, from `least` to `most` tenths. */
export function tenths(random: Random, least: number, most: number): string {
  return (random.integer(least, most) / 10).toFixed(1)
}
