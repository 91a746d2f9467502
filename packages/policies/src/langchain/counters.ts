import { contentText, type PolicyCall, type PolicyMessage } from '../policy.ts'

/** Counts the tokens of a list of messages: each has a size, and the sum of the sizes gives the total. */
export interface Counter {
  size(message: PolicyMessage): number
  total(size: number): number
}

/** LangChain's `countTokensApproximately`: four UTF-16 units a token, rounded up once for the whole list. */
export const approximateTokens: Counter = {
  size: (message) => contentText(message).length + overhead(message),
  total: (size) => Math.ceil(size / 4),
}

/** Counts messages: `(messages) => messages.length`. */
export const messageCount: Counter = { size: () => 1, total: (size) => size }

/** Counts UTF-16 units of text. */
export const textLength: Counter = { size: (message) => contentText(message).length, total: (size) => size }

export function countTokens(
  messages: readonly PolicyMessage[],
  counter: Counter = approximateTokens,
): number {
  return counter.total(messages.reduce((sum, message) => sum + counter.size(message), 0))
}

/** Calls as LangChain keeps them in an assistant message. The order of the keys shows in prompts and counts. */
export function toolCallsOf(calls: readonly PolicyCall[]): object[] {
  return calls.map(({ name, arguments: args, id }) => ({ name, args, id, type: 'tool_call' }))
}

function overhead({ role, calls = [], callId = '' }: PolicyMessage): number {
  if (role === 'tool') return callId.length
  return role === 'assistant' && calls.length > 0 ? JSON.stringify(toolCallsOf(calls)).length : 0
}
