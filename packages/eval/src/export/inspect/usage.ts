import type { Usage } from '@skill-state/protocol'
import type { CallLine } from '../../trace/trace.ts'

export type InspectUsage = Readonly<Record<'input_tokens' | 'output_tokens' | 'total_tokens', number>> &
  Readonly<
    Partial<
      Record<'input_tokens_cache_write' | 'input_tokens_cache_read' | 'reasoning_tokens', number | undefined>
    >
  >

/** A call's tokens; undefined for estimates. */
export function usageOf({ usage, estimated }: CallLine): InspectUsage | undefined {
  return estimated === undefined ? inspectUsage(usage) : undefined
}

/** Tokens as Inspect names them; undefined if input or output is not known, since Inspect has no word for that. */
function inspectUsage(usage: Usage): InspectUsage | undefined {
  const { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens, reasoningTokens } = usage
  if (inputTokens === undefined || outputTokens === undefined) return undefined
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    input_tokens_cache_write: cacheWriteTokens,
    input_tokens_cache_read: cachedInputTokens,
    reasoning_tokens: reasoningTokens,
  }
}

/** The sum of usages; undefined if one is. A class of tokens that not all of them name is left out. */
export function sumUsages(usages: readonly (InspectUsage | undefined)[]): InspectUsage | undefined {
  const known = usages.filter((usage) => usage !== undefined)
  if (known.length < usages.length || known.length === 0) return undefined
  const sum = (name: keyof InspectUsage): number | undefined => {
    const values = known.map((usage) => usage[name]).filter((value) => value !== undefined)
    return values.length === known.length ? values.reduce((total, value) => total + value, 0) : undefined
  }
  return inspectUsage({
    inputTokens: sum('input_tokens'),
    outputTokens: sum('output_tokens'),
    cacheWriteTokens: sum('input_tokens_cache_write'),
    cachedInputTokens: sum('input_tokens_cache_read'),
    reasoningTokens: sum('reasoning_tokens'),
  })
}
