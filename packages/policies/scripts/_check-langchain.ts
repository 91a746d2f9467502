import { createHash } from 'node:crypto'
import {
  applySummary,
  approximateTokens,
  type ClearToolUses,
  clearToolUses,
  countTokens,
  messageCount,
  type PolicyMessage,
  planSummary,
  type Summarization,
  type TrimMessages,
  textLength,
  trimMessages,
} from '@skill-state/policies'
import { type Check, outcomeOf } from './_outcome.ts'
import { type Conversations, conversationOf, messageOf, type Row } from './_vectors.ts'

/** Checks of LangChain's policies, by the name that the vectors use. */
export function langchainChecks(conversations: Conversations): Readonly<Record<string, Check>> {
  const messagesOf = (row: Row): readonly PolicyMessage[] =>
    conversationOf(conversations, row).map(({ reasoning: _, ...message }) => message)
  return {
    'langchain.tokens': (row) => {
      const messages = messagesOf(row)
      const each = messages.map((message) => countTokens([message]))
      return {
        found: { total: countTokens(messages), each },
        recorded: { total: row.total, each: row.each },
      }
    },
    'langchain.clearToolUses': (row) => {
      const messages = messagesOf(row)
      const { edits, modelMaxInputTokens } = row.options as unknown as ClearingOptions
      const clear = (): unknown => {
        const sent = edits.reduce((list, edit) => clearToolUses(list, edit, modelMaxInputTokens), messages)
        return { sent: sent.map(bare), tokensAfter: countTokens(sent) }
      }
      const sent = (): unknown => expand(row, messages)
      return { found: outcomeOf(clear), recorded: recordedOf(row, sent, ['tokensAfter']) }
    },
    'langchain.summarization': (row) => {
      const messages = messagesOf(row)
      const found = outcomeOf(() => summarised(messages, row))
      const sent = (): unknown => expand(row, messages)
      return { found, recorded: recordedOf(row, sent, ['tokensAfter', 'summariserPrompt']) }
    },
    'langchain.trimMessages': (row) => {
      const options = row.options as unknown as TrimmingOptions
      const messages = messagesOf(row).map((message) =>
        options.mapping === 'blocks' ? inBlocks(message) : message,
      )
      const found = outcomeOf(() => {
        const { shown, given } = trimMessages(messages, trimming(options))
        const inputChanged = given.flatMap((message, at) => {
          return changed(messages[at], message) ? [{ i: at, text: bare(message).content }] : []
        })
        return {
          sent: shown.map((message) => message && bare(message)),
          ...(inputChanged.length > 0 && { inputChanged }),
        }
      })
      return { found, recorded: recordedOf(row, () => expand(row, messages), ['inputChanged']) }
    },
  }
}

/** The exact prompts of summarisers that the rows lead to, by their digest. */
export function summaryPrompts(rows: readonly Row[], conversations: Conversations): Map<string, string> {
  const prompts = new Map<string, string>()
  for (const row of rows) {
    if (row.policy !== 'langchain.summarization' || row.error !== undefined) continue
    const { modelMaxInputTokens, ...options } = row.options as unknown as SummaryOptions
    const prompt = planSummary(conversations.get(row.conv ?? '') ?? [], options, modelMaxInputTokens)?.prompt
    if (prompt !== undefined) prompts.set(digestOf(prompt), prompt)
  }
  return prompts
}

type ClearingOptions = {
  readonly edits: readonly ClearToolUses[]
  readonly modelMaxInputTokens?: number
}
type SummaryOptions = Summarization & { readonly modelMaxInputTokens?: number }
type TrimmingOptions = Omit<TrimMessages, 'counter' | 'split'> & {
  readonly tokenCounter: 'approx' | 'messages' | 'chars'
  readonly textSplitter?: string
  readonly mapping?: 'blocks'
}
type Reply = string | { readonly throws: string } | readonly { readonly text: string }[]

function summarised(messages: readonly PolicyMessage[], row: Row): unknown {
  const { modelMaxInputTokens, ...options } = row.options as unknown as SummaryOptions
  const plan = planSummary(messages, options, modelMaxInputTokens)
  if (plan === undefined)
    return { sent: messages.map(bare), tokensAfter: countTokens(messages), summariserPrompt: null }
  const { prompt } = plan
  const sent = applySummary(
    plan,
    prompt === undefined ? undefined : replyOf(row.summariserReply as unknown as Reply),
  )
  const summariserPrompt = prompt === undefined ? null : { sha256: digestOf(prompt), length: prompt.length }
  return { sent: sent.map(bare), tokensAfter: countTokens(sent), summariserPrompt }
}

function replyOf(reply: Reply): string | readonly string[] | Error {
  if (typeof reply === 'string') return reply
  return 'throws' in reply ? new Error(reply.throws) : reply.map(({ text }) => text)
}

function trimming({ tokenCounter, textSplitter, mapping: _, ...options }: TrimmingOptions): TrimMessages {
  const counter = { approx: approximateTokens, messages: messageCount, chars: textLength }[tokenCounter]
  if (textSplitter === undefined) return { ...options, counter }
  if (textSplitter !== 'after [.!?] and one space') throw new Error(`unknown splitter "${textSplitter}"`)
  return { ...options, counter, split: (text) => text.split(/(?<=[.!?] )/) }
}

function inBlocks(message: PolicyMessage): PolicyMessage {
  const { role, content } = message
  const hasBlocks =
    (role === 'user' || role === 'assistant') && typeof content === 'string' && content.includes('\n')
  return hasBlocks ? { ...message, content: content.split('\n') } : message
}

/** `sent` of a row with every reference written out. */
function expand(row: Row, messages: readonly PolicyMessage[]): unknown {
  return (row.sent as readonly (number | null | Row)[]).map((sent) => {
    if (sent === null) return null
    if (typeof sent === 'object' && sent.role !== undefined) return bare(messageOf(sent))
    if (typeof sent === 'number') return bare(messages[sent] as PolicyMessage)
    if (sent.new !== undefined) return bare({ role: 'user', content: sent.text as string })
    const {
      i,
      text,
      emptiedArgs = [],
    } = sent as { i: number; text?: string; emptiedArgs?: readonly string[] }
    const message = messages[i] as PolicyMessage
    const calls = message.calls?.map((call) =>
      emptiedArgs.includes(call.id ?? '') ? { ...call, arguments: {} } : call,
    )
    return {
      ...bare(message),
      ...(text !== undefined && { content: text }),
      ...(calls !== undefined && { calls }),
    }
  })
}

function recordedOf(row: Row, sent: () => unknown, more: readonly string[]): unknown {
  if (row.error !== undefined) return { error: row.error }
  return {
    sent: sent(),
    ...Object.fromEntries(more.flatMap((key) => (row[key] === undefined ? [] : [[key, row[key]]]))),
  }
}

/** What vectors say of a message: blocks as one text, and no marks. */
function bare(message: PolicyMessage): PolicyMessage {
  const { role, content, calls, callId, tool } = message
  return {
    role,
    content: typeof content === 'string' ? content : content.join('\u241e'),
    calls,
    callId,
    tool,
  }
}

function changed(before: PolicyMessage | undefined, after: PolicyMessage): boolean {
  return JSON.stringify(before) !== JSON.stringify(after)
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
