import type { Random } from './random.ts'

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
