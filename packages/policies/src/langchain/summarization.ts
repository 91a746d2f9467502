import { contentText, type PolicyMessage } from '../policy.ts'
import { countTokens, toolCallsOf } from './counters.ts'
import { cutOf } from './cut.ts'
import { type Keep, listOf, reaches, type Trigger } from './sizes.ts'
import { summaryPrompt as defaultPrompt } from './summary-prompt.ts'
import { trimMessages } from './trim-messages.ts'

/** The options of LangChain's `summarizationMiddleware`. */
export interface Summarization {
  /** Without one, nothing is ever summarised. */
  readonly trigger?: Trigger | undefined
  readonly keep?: Keep | undefined
  /** The first `{messages}` in it is replaced by the messages. */
  readonly summaryPrompt?: string | undefined
  readonly summaryPrefix?: string | undefined
  /** Most tokens of the messages that the summariser reads. */
  readonly trimTokensToSummarize?: number | undefined
}

export interface SummaryPlan<M> {
  /** What the summariser is asked. Undefined if none of the messages fits: then it is not asked. */
  readonly prompt: string | undefined
  readonly prefix: string
  /** What follows the summary. */
  readonly kept: readonly M[]
}

/**
 * `summarizationMiddleware` of LangChain 1.5.14, up to the question: undefined if nothing is to be summarised. A
 * leading system message goes into the summary and is gone from the list. `limit` is the model's input limit.
 */
export function planSummary<M extends PolicyMessage>(
  messages: readonly M[],
  { trigger = [], keep = { messages: 20 }, ...options }: Summarization,
  limit?: number,
): SummaryPlan<M> | undefined {
  if (limit === undefined && [...listOf(trigger), keep].some(({ fraction }) => fraction !== undefined)) {
    const reason = 'Model profile information is required to use fractional token limits.'
    throw new Error(`${reason} Use absolute token counts instead.`)
  }
  const measured = { tokens: countTokens(messages), messages: messages.length }
  if (!reaches(trigger, measured, { limit, atLeastOne: false })) return undefined
  const system = messages[0]?.role === 'system' ? 1 : 0
  const cut = system + cutOf(messages.slice(system), keep, limit)
  if (cut === system) return undefined
  const { summaryPrompt = defaultPrompt, trimTokensToSummarize: maxTokens = 4000 } = options
  const { shown } = trimMessages(messages.slice(0, cut), {
    maxTokens,
    allowPartial: true,
    includeSystem: true,
  })
  return {
    prompt: shown.length === 0 ? undefined : promptOf(summaryPrompt, shown),
    prefix: options.summaryPrefix ?? 'Here is a summary of the conversation to date:',
    kept: messages.slice(cut),
  }
}

/** The new list: the reply as a user message, then what is kept. A summariser that failed gives its error. */
export function applySummary<M extends PolicyMessage>(
  { prefix, kept }: SummaryPlan<M>,
  reply: string | readonly string[] | Error | undefined,
): readonly (M | PolicyMessage)[] {
  return [{ role: 'user', content: `${prefix}\n\n${summaryOf(reply)}` }, ...kept]
}

/** The original's string `replace` also expands `$&` and the like inside the messages. */
function promptOf(template: string, shown: readonly (PolicyMessage | undefined)[]): string {
  const messages = shown.filter((message) => message !== undefined)
  // The original trips over the missing system message; a caller sees the very error.
  if (messages.length < shown.length)
    throw new TypeError("Cannot read properties of undefined (reading 'type')")
  return template.replace('{messages}', bufferString(messages))
}

function summaryOf(reply: string | readonly string[] | Error | undefined): string {
  if (reply === undefined) return 'Previous conversation was too long to summarize.'
  if (reply instanceof Error) return `Error generating summary: ${reply}`
  return (typeof reply === 'string' ? reply : reply.join('')).trim()
}

const labels = { system: 'System', user: 'Human', assistant: 'AI', tool: 'Tool' } as const

/** Longer call ids are cut, in this text alone. */
const SHOWN_ID = 64

/** Messages as a summariser reads them: LangChain's `getBufferString`. */
function bufferString(messages: readonly PolicyMessage[]): string {
  return messages.map(lineOf).join('\n')
}

function lineOf(message: PolicyMessage): string {
  const { role, tool, calls = [] } = message
  const name = role === 'tool' && tool ? `${tool}, ` : ''
  const shown = calls.map(({ id, ...call }) => ({
    ...call,
    id: id !== undefined && id.length > SHOWN_ID ? `${id.slice(0, SHOWN_ID)}...` : id,
  }))
  const called = role === 'assistant' && shown.length > 0 ? JSON.stringify(toolCallsOf(shown)) : ''
  return `${labels[role]}: ${name}${contentText(message)}${called}`
}
