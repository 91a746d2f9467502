import type { PriceSheet, Usage } from '@skill-state/protocol'

/** Tokens that a price sheet counts in. */
const PER_SHEET_TOKENS = 1_000_000

/**
 * US dollars of one call; undefined where its input or output is unknown. Input of which nothing says that a cache
 * had to do with it is charged in full.
 */
export function costOf(usage: Usage, prices: PriceSheet): number | undefined {
  const { inputTokens, cachedInputTokens: read = 0, cacheWriteTokens: write = 0, outputTokens } = usage
  if (inputTokens === undefined || outputTokens === undefined) return undefined
  const { input, cacheRead = input, cacheWrite = input, output } = prices
  const dollars =
    (inputTokens - read - write) * input + read * cacheRead + write * cacheWrite + outputTokens * output
  return dollars / PER_SHEET_TOKENS
}

/** US dollars that a call of so many tokens costs at most. */
export function mostCost(
  { inputTokens, outputTokens }: Required<Pick<Usage, 'inputTokens' | 'outputTokens'>>,
  { input, cacheWrite = input, output }: PriceSheet,
): number {
  return (inputTokens * Math.max(input, cacheWrite) + outputTokens * output) / PER_SHEET_TOKENS
}
