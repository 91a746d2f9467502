import type { PolicyMessage, PolicyRecord } from './policy.ts'

/** A sliding window: the last `count` messages. */
export function showLast<M extends PolicyMessage>(
  messages: readonly M[],
  options: { readonly count: number },
): readonly M[] {
  return messages.slice(Math.max(0, messages.length - options.count))
}

export function last(count: number): PolicyRecord {
  return {
    id: `last:${count}`,
    description: count === 1 ? 'the last message' : `the last ${count} messages`,
    show: (messages) => showLast(messages, { count }),
  }
}
