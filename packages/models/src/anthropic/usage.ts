import { isJsonObject, type JsonObject, type JsonValue, type Usage } from '@skill-state/protocol'

/**
 * Usage as the project counts it. The API's `input_tokens` is only what no cache had to do with: all input is that,
 * plus what was read from and what was written to the cache. `output_tokens` includes thinking.
 */
export function usageOf(raw: JsonObject | undefined): Usage {
  if (raw === undefined) return {}
  const read = tokens(raw.cache_read_input_tokens)
  const written = tokens(raw.cache_creation_input_tokens)
  const rest = tokens(raw.input_tokens)
  const output = tokens(raw.output_tokens)
  const { output_tokens_details: details } = raw
  const thinking = isJsonObject(details) ? tokens(details.thinking_tokens) : undefined
  return {
    ...(rest === undefined ? {} : { inputTokens: rest + (read ?? 0) + (written ?? 0) }),
    ...(read === undefined ? {} : { cachedInputTokens: read }),
    ...(written === undefined ? {} : { cacheWriteTokens: written }),
    ...(output === undefined ? {} : { outputTokens: output }),
    ...(thinking === undefined ? {} : { reasoningTokens: thinking }),
  }
}

function tokens(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}
