import type { JsonValue } from '@skill-state/protocol'
import { contentText, type PolicyMessage } from '../policy.ts'

type Text = { readonly type: 'text'; readonly text: string }
type Reasoning = { readonly type: 'reasoning' | 'reasoning-file'; readonly text?: string }
type ToolCall = {
  readonly type: 'tool-call'
  readonly toolCallId: string
  readonly toolName: string
  readonly input: unknown
}
type ToolOutput =
  | { readonly type: 'text' | 'error-text'; readonly value: string }
  | { readonly type: 'json' | 'error-json'; readonly value: JsonValue }
type ToolResult = {
  readonly type: 'tool-result'
  readonly toolCallId: string
  readonly toolName: string
  readonly output: ToolOutput
  readonly providerOptions?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}
type ApprovalRequest = {
  readonly type: 'tool-approval-request'
  readonly approvalId: string
  readonly toolCallId: string
}
type ApprovalResponse = { readonly type: 'tool-approval-response'; readonly approvalId: string }

export type Part = Text | Reasoning | ToolCall | ToolResult | ApprovalRequest | ApprovalResponse

/** The messages of the AI SDK, as far as a policy reads them. */
export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string | readonly Part[]
}

/** What the mapping needs beside a policy's message. */
export interface ReasonedMessage extends PolicyMessage {
  readonly reasoning?: string | undefined
}

/** Messages as the AI SDK takes them, one tool message a result. */
export function toModelMessages(messages: readonly ReasonedMessage[]): readonly ModelMessage[] {
  const names = new Map<string, string>()
  return messages.map((message) => {
    const { role, calls = [], reasoning, callId = '', error } = message
    const text = contentText(message)
    for (const { id, name } of calls) names.set(id ?? '', name)
    if (role === 'tool') {
      const output: ToolOutput = { type: error === true ? 'error-text' : 'text', value: text }
      const toolName = message.tool ?? names.get(callId) ?? 'unknown'
      return { role, content: [{ type: 'tool-result', toolCallId: callId, toolName, output }] }
    }
    if (role !== 'assistant' || (calls.length === 0 && reasoning === undefined))
      return { role, content: text }
    const parts: Part[] = calls.map(({ id = '', name, arguments: input }) => {
      return { type: 'tool-call', toolCallId: id, toolName: name, input }
    })
    if (text !== '') parts.unshift({ type: 'text', text })
    if (reasoning !== undefined) parts.unshift({ type: 'reasoning', text: reasoning })
    return { role, content: parts }
  })
}

/** Joins neighbouring tool messages, as the AI SDK does before it sends them. */
export function groupResults(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const grouped: ModelMessage[] = []
  for (const message of messages) {
    const last = grouped.at(-1)
    if (last?.role !== 'tool' || message.role !== 'tool') grouped.push(message)
    else grouped[grouped.length - 1] = { role: 'tool', content: [...partsOf(last), ...partsOf(message)] }
  }
  return grouped
}

/** The parts of a message; a text is one part. */
export function partsOf({ content }: ModelMessage): readonly Part[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}
