import type { CausalModel, Token } from './causal-model.ts'

export interface TokenCompression<T extends Token> {
  readonly model: CausalModel<T>
  /** The text before the tokens, which is not compressed. */
  readonly prefix: readonly T[]
  readonly tokens: readonly T[]
  /** Share of the tokens to keep, 0 to 1. */
  readonly rate: number
  readonly segmentSize: number
}

/**
 * Algorithm 2 of LLMLingua, segment by segment: the tokens stay whose self-information, after what was kept before them and all of
 * their own segment so far, exceeds the segment's threshold.
 */
export async function compressTokens<T extends Token>(input: TokenCompression<T>): Promise<readonly T[]> {
  const { model, prefix, tokens, rate, segmentSize } = input
  const context = [...prefix]
  for (let start = 0; start < tokens.length; start += segmentSize) {
    const segment = tokens.slice(start, start + segmentSize)
    const information = (await model.logProbabilities(context, segment)).map((value) => -value)
    const threshold = thresholdOf(information, rate)
    for (const [index, token] of segment.entries()) {
      if ((information[index] ?? 0) > threshold) context.push(token)
    }
  }
  return context.slice(prefix.length)
}

/** The highest figure that has to go, so that at most `rate` of the figures exceed it; fewer if figures equal the threshold. */
export function thresholdOf(figures: readonly number[], rate: number): number {
  const descending = figures.toSorted((a, b) => b - a)
  return descending[Math.floor(figures.length * rate)] ?? Number.NEGATIVE_INFINITY
}
