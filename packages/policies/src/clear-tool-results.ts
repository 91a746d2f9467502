import type { PolicyMessage, PolicyRecord } from './policy.ts'

/** The text that replaces a cleared tool result. */
const CLEARED = '[cleared]'

/** All messages, but only the last `keep` tool results with their text. */
export function clearOldToolResults<M extends PolicyMessage>(
  messages: readonly M[],
  options: { readonly keep: number },
): readonly M[] {
  const results = messages.filter(({ role }) => role === 'tool').length
  let seen = 0
  return messages.map((message) => {
    if (message.role !== 'tool' || ++seen > results - options.keep) return message
    return { ...message, content: CLEARED, cleared: true }
  })
}

export function clearToolResults(keep: number): PolicyRecord {
  return {
    id: `clear-tool-results:keep=${keep}`,
    description: keep === 1 ? 'all, the last tool result only' : `all, the last ${keep} tool results only`,
    show: (messages) => clearOldToolResults(messages, { keep }),
  }
}
