import { type JsonObject, known, type ModelResponse, type Usage } from '@skill-state/protocol'
import type { Secret } from '../secrets/secret.ts'
import { unreadableResponse } from './failures.ts'

/** Shorter keys, such as the `EMPTY` of a server of one's own, are words that a reply may hold. */
const shortestKey = 16
/** Most characters of usage in a provider's own words that are recorded. */
const longestUsage = 20_000

/**
 * A response as it may be recorded. Throws a `ProviderError` if it repeats the key. Usage whose parts are larger
 * than the whole keeps the whole; the provider's own words stay, unless they are too long.
 */
export function accepted(response: ModelResponse, key: Secret | undefined): ModelResponse {
  const { rawUsage, ...rest } = response
  const words = wordsOf(rawUsage)
  const shown = `${rest.text}\n${rest.model}\n${words ?? ''}`
  if (withheldWords(key).some((word) => shown.includes(word))) {
    throw unreadableResponse('it repeats the key', [])
  }
  return {
    ...rest,
    usage: consistent(rest.usage),
    ...known({ rawUsage: words === undefined ? undefined : rawUsage }),
  }
}

/** What no reply may hold: the key, unless it is a short word. */
export function withheldWords(key: Secret | undefined): readonly string[] {
  const word = key?.reveal() ?? ''
  return word.length >= shortestKey ? [word] : []
}

/** Absent if it is too long, or too deep to be written. */
function wordsOf(rawUsage: JsonObject | undefined): string | undefined {
  try {
    const words = JSON.stringify(rawUsage)
    return words !== undefined && words.length <= longestUsage ? words : undefined
  } catch {
    return undefined
  }
}

function consistent(usage: Usage): Usage {
  const { cachedInputTokens, cacheWriteTokens, reasoningTokens, ...whole } = usage
  const { inputTokens = Infinity, outputTokens = Infinity } = whole
  const isInput = (cachedInputTokens ?? 0) + (cacheWriteTokens ?? 0) <= inputTokens
  const isOutput = (reasoningTokens ?? 0) <= outputTokens
  return known({
    ...whole,
    cachedInputTokens: isInput ? cachedInputTokens : undefined,
    cacheWriteTokens: isInput ? cacheWriteTokens : undefined,
    reasoningTokens: isOutput ? reasoningTokens : undefined,
  })
}
