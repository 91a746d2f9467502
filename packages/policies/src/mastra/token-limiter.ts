import { type ModelMessage, partsOf } from '../ai-sdk/model-message.ts'
import { mastraTokens, TOKENS_PER_REQUEST } from './tokens.ts'

export interface TokenLimiter {
  readonly limit: number
  /** `best-fit` skips what is too big and continues with older messages; `contiguous` stops there. */
  readonly trimMode?: 'best-fit' | 'contiguous' | 'memory-only' | undefined
}

/** What Mastra throws if a prompt cannot be brought below the limit. */
export class TripWire extends Error {
  readonly metadata: Readonly<Record<string, number>> | undefined

  constructor(message: string, metadata?: Readonly<Record<string, number>>) {
    super(`TokenLimiterProcessor: ${message}`)
    this.metadata = metadata
  }
}

/**
 * `TokenLimiterProcessor` of Mastra 1.71.0 on a prompt: system messages are kept and paid first, then the newest
 * messages; a call and the results right after it are kept or dropped together. Throws a `TripWire`.
 */
export function limitTokens<M extends ModelMessage>(
  prompt: readonly M[],
  { limit, trimMode = 'best-fit' }: TokenLimiter,
): readonly M[] {
  if (trimMode === 'memory-only') return prompt
  const groups = groupsOf(prompt)
  const messageCount = prompt.filter(({ role }) => role !== 'system').length
  if (messageCount === 0)
    throw new TripWire('No messages to process. Cannot send LLM a request with no messages.')
  const systemTokens = tokensOf(prompt.filter(({ role }) => role === 'system'))
  if (systemTokens + TOKENS_PER_REQUEST >= limit) {
    const reason = 'System messages alone exceed token limit.'
    const remedy = 'Requests cannot be completed by removing system messages.'
    throw new TripWire(`${reason} ${remedy}`, { systemTokens, limit })
  }
  const remainingBudget = limit - systemTokens - TOKENS_PER_REQUEST
  const kept = new Set<readonly M[]>()
  let used = 0
  for (const group of groups.toReversed()) {
    if (group[0]?.role === 'system') continue
    const tokens = tokensOf(group)
    if (used + tokens <= remainingBudget) {
      kept.add(group)
      used += tokens
    } else if (trimMode === 'contiguous') break
  }
  if (kept.size === 0) {
    const reason = 'No messages fit within the remaining token budget.'
    const metadata = { systemTokens, limit, remainingBudget, messageCount }
    throw new TripWire(`${reason} Cannot send LLM a request with no messages.`, metadata)
  }
  return groups.filter((group) => group[0]?.role === 'system' || kept.has(group)).flat()
}

function tokensOf(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + mastraTokens(message), 0)
}

/** Each message alone, and an assistant message with the tool messages right after it that answer one of its calls. */
function groupsOf<M extends ModelMessage>(prompt: readonly M[]): readonly (readonly M[])[] {
  const groups: M[][] = []
  let open = new Set<string>()
  for (const message of prompt) {
    const answers =
      message.role === 'tool' &&
      partsOf(message).some((part) => part.type === 'tool-result' && open.has(part.toolCallId))
    if (answers) groups.at(-1)?.push(message)
    else {
      groups.push([message])
      open = new Set(message.role === 'assistant' ? callIdsOf(message) : [])
    }
  }
  return groups
}

function callIdsOf(message: ModelMessage): readonly string[] {
  return partsOf(message).flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
}
