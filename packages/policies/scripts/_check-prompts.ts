import {
  filterToolCalls,
  groupResults,
  limitTokens,
  type ModelMessage,
  mastraTokens,
  type Part,
  type PruneMessages,
  pruneMessages,
  type ReasonedMessage,
  type TokenLimiter,
  type ToolCallFilter,
  toModelMessages,
} from '@skill-state/policies'
import { estimateTokenCount } from 'tokenx'
import { type Check, outcomeOf } from './_outcome.ts'
import { type Conversations, conversationOf, type Json, type Row } from './_vectors.ts'

/** Checks of the policies of AI SDK and Mastra, by the name that the vectors use. */
export function promptChecks(conversations: Conversations): Readonly<Record<string, Check>> {
  const promptOf = (row: Row): readonly ModelMessage[] =>
    mastraPrompt(conversationOf(conversations, row), row.mapping)
  return {
    'aisdk.pruneMessages': (row) => {
      if (row.vectors !== undefined) return approvals(row)
      const single =
        (row.own as unknown as readonly ModelMessage[]) ?? toModelMessages(conversationOf(conversations, row))
      const messages = row.mapping === 'grouped' ? groupResults(single) : single
      return pruned(messages, row)
    },
    'mastra.tokens': (row) => {
      const messages = conversationOf(conversations, row)
      const counts = (mapping: string): number[] => mastraPrompt(messages, mapping).map(mastraTokens)
      const text = messages.map(({ content }) => estimateTokenCount(content as string))
      const { each, eachJson, text: texts } = row
      return {
        found: { each: counts('grouped'), eachJson: counts('grouped-json'), text },
        recorded: { each, eachJson, text: texts },
      }
    },
    'mastra.tokenLimiter': (row) => {
      const prompt = promptOf(row)
      const found = outcomeOf(() => ({ sent: limitTokens(prompt, row.options as unknown as TokenLimiter) }))
      return { found, recorded: recordedOf(row, prompt, ['sent']) }
    },
    'mastra.toolCallFilter': (row) => {
      const prompt = promptOf(row)
      const found = outcomeOf(() => filtered(prompt, row))
      return {
        found,
        recorded: recordedOf(row, prompt, row.first === undefined ? ['sent'] : ['first', 'sent']),
      }
    },
  }
}

function filtered(prompt: readonly ModelMessage[], { options, firstCallSaw }: Row): unknown {
  const [filter, limiter] = (Array.isArray(options) ? options : [options]) as [ToolCallFilter, TokenLimiter?]
  const run = {}
  const first =
    firstCallSaw === undefined
      ? {}
      : { first: filterToolCalls(prompt.slice(0, Number(firstCallSaw)), filter, run) }
  const sent = filterToolCalls(prompt, filter, run)
  return { ...first, sent: limiter === undefined ? sent : limitTokens(sent, limiter) }
}

/** Rows that bring their own messages, with approvals. */
function approvals({ messages, vectors }: Row): { found: unknown; recorded: unknown } {
  const outcomes = (vectors as readonly Row[]).map((row) =>
    pruned(messages as unknown as readonly ModelMessage[], row),
  )
  return { found: outcomes.map(({ found }) => found), recorded: outcomes.map(({ recorded }) => recorded) }
}

function pruned(messages: readonly ModelMessage[], row: Row): { found: unknown; recorded: unknown } {
  const found = outcomeOf(() => ({ sent: pruneMessages(messages, row.options as unknown as PruneMessages) }))
  return { found, recorded: recordedOf(row, messages, ['sent']) }
}

function recordedOf(row: Row, messages: readonly ModelMessage[], lists: readonly string[]): unknown {
  if (row.error !== undefined) return { error: row.error }
  return Object.fromEntries(lists.map((list) => [list, expand(row[list] as readonly Json[], messages)]))
}

/** A list of references with every message written out. */
function expand(sent: readonly Json[], messages: readonly ModelMessage[]): unknown {
  return sent.map((entry) => {
    if (typeof entry === 'number') return messages[entry]
    if (isWhole(entry)) return entry
    const { i, parts } = entry as { i: number; parts: readonly (number | string)[] }
    const message = messages[i] as ModelMessage
    const content = parts.map((part) =>
      typeof part === 'string' ? { type: 'text', text: part } : (message.content as readonly Part[])[part],
    )
    return { ...message, content }
  })
}

/** The provider prompt that Mastra makes of a conversation: parts throughout, results grouped. */
export function mastraPrompt(
  messages: readonly ReasonedMessage[],
  mapping: string | undefined,
): readonly ModelMessage[] {
  return groupResults(toModelMessages(messages)).map((message): ModelMessage => {
    if (message.role === 'system') return message
    const { role, content } = message
    if (typeof content === 'string') return { role, content: [{ type: 'text', text: content }] }
    if (role !== 'tool') return message
    if (mapping === 'grouped-json') return { role, content: content.map(withJson) }
    if (mapping === 'grouped-model-output') return { role, content: content.map(withModelOutput) }
    return message
  })
}

function withJson(part: Part): Part {
  if (part.type !== 'tool-result' || part.output.type !== 'text') return part
  try {
    const value: unknown = JSON.parse(part.output.value)
    return typeof value === 'object' && value !== null
      ? { ...part, output: { type: 'json', value: value as never } }
      : part
  } catch {
    return part
  }
}

function withModelOutput(part: Part, at: number): Part {
  if (part.type !== 'tool-result' || at % 2 === 1) return part
  return { ...part, providerOptions: { mastra: { modelOutput: part.output } } }
}

/** A message that is written out. */
function isWhole(entry: Json): boolean {
  return typeof entry === 'object' && entry !== null && 'role' in entry
}
