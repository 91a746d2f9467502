import type { Usage } from '@skill-state/protocol'
import type { InspectUsage } from './log.ts'

/** Tokens as Inspect names them; undefined where input or output is not known, since Inspect has no word for that. */
export function inspectUsage(usage: Usage): InspectUsage | undefined {
  const { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens, reasoningTokens } = usage
  if (inputTokens === undefined || outputTokens === undefined) return undefined
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    ...(cacheWriteTokens !== undefined && { input_tokens_cache_write: cacheWriteTokens }),
    ...(cachedInputTokens !== undefined && { input_tokens_cache_read: cachedInputTokens }),
    ...(reasoningTokens !== undefined && { reasoning_tokens: reasoningTokens }),
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
    ...present('inputTokens', sum('input_tokens')),
    ...present('outputTokens', sum('output_tokens')),
    ...present('cacheWriteTokens', sum('input_tokens_cache_write')),
    ...present('cachedInputTokens', sum('input_tokens_cache_read')),
    ...present('reasoningTokens', sum('reasoning_tokens')),
  })
}

function present(name: keyof Usage, value: number | undefined): Usage {
  return value === undefined ? {} : { [name]: value }
}
