import type { PriceSheet, Usage } from '@skill-state/protocol'

const perSheetTokens = 1_000_000

/**
 * US dollars of one call, by the rule by which the harness charges the agent's; undefined where input or output is not
 * known. Input of which nothing says that a cache had to do with it is charged in full.
 */
export function costOf(usage: Usage, prices: PriceSheet): number | undefined {
  const { inputTokens, outputTokens, cachedInputTokens: read = 0, cacheWriteTokens: written = 0 } = usage
  if (inputTokens === undefined || outputTokens === undefined) return undefined
  const { input, output, cacheRead = input, cacheWrite = input } = prices
  const fresh = inputTokens - read - written
  return (fresh * input + read * cacheRead + written * cacheWrite + outputTokens * output) / perSheetTokens
}
