import type { Random } from './random.ts'

/**
 * What the noise is about.
 *
 * - `irrelevant`: telemetry of other devices (condition 1, the only one of the paper's tables).
 * - `chatter`: events of another warehouse or repository, which look like the agent's own (condition 2).
 * - `overrides`: sentences that contradict the skill's rules or the recorded facts (condition 3).
 *
 * One rule tells noise from what concerns the agent, in all three: noise is under the telemetry header.
 */
export type NoiseCondition = 'irrelevant' | 'chatter' | 'overrides'

/** Writes one line of noise: non-empty, without a line break, and not the header. */
export type NoiseSource = (random: Random) => string

/** The noise of one environment. */
export type NoiseTable = Readonly<Record<NoiseCondition, NoiseSource>>

/** A source that lets each of the sources speak equally often. */
export function oneOf(...sources: readonly NoiseSource[]): NoiseSource {
  return (random) => random.pick(sources)(random)
}

/** A number with one decimal, from `least` to `most` tenths. */
export function tenths(random: Random, least: number, most: number): string {
  return (random.integer(least, most) / 10).toFixed(1)
}
