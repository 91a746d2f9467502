import { withoutOrphans } from './langchain/clear-tool-uses.ts'
import { trimMessages } from './langchain/trim-messages.ts'
import type { PolicyMessage, PolicyRecord } from './policy.ts'

/**
 * The newest messages within so many of LangChain's tokens. Stricter than `trimMessages`: no result is shown without its
 * call, no text is cut, and the given messages stay as they are.
 */
export function showNewest<M extends PolicyMessage>(
  messages: readonly M[],
  options: { readonly tokens: number },
): readonly M[] {
  const { shown } = trimMessages(messages, { maxTokens: options.tokens })
  return withoutOrphans(shown.filter((message) => message !== undefined))
}

export function trim(tokens: number): PolicyRecord {
  return {
    id: `trim:tokens=${tokens}`,
    description: `the newest messages within ${tokens} tokens, calls and results together`,
    show: (messages) => showNewest(messages, { tokens }),
  }
}
