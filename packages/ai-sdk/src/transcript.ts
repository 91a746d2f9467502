import { contentOf, type Entry } from '@skill-state/agent/embedded'
import type { JsonValue } from '@skill-state/protocol'
import type { ModelMessage } from 'ai'
import type { CallOptions } from './types.ts'

type Message = CallOptions['prompt'][number]
type ResultPart = Extract<Extract<Message, { role: 'tool' }>['content'][number], { type: 'tool-result' }>

/** A message as a model is sent it, as far as a transcript is read. */
export function asPrompt({ role, content }: ModelMessage): Message {
  const parts = role === 'system' || typeof content !== 'string' ? content : [{ type: 'text', text: content }]
  return { role, content: parts } as Message
}

type System = Extract<Message, { role: 'system' }>

/** The system messages of a prompt, and the rest as entries of a transcript. */
export function readPrompt(prompt: readonly Message[]): {
  readonly system: readonly System[]
  readonly transcript: readonly Entry[]
} {
  const system: System[] = []
  const transcript: Entry[] = []
  for (const message of prompt) {
    if (message.role === 'system') system.push(message)
    else if (message.role === 'assistant') transcript.push(answerOf(message))
    else if (message.role === 'user') transcript.push(messageOf(message))
    else for (const part of message.content) if (part.type === 'tool-result') transcript.push(resultOf(part))
  }
  return { system, transcript }
}

function messageOf({ content }: Extract<Message, { role: 'user' }>): Entry {
  const [first, another] = content
  if (first?.type === 'text' && another === undefined) return { by: 'user', text: first.text }
  return { by: 'user', ...contentOf(content.map(partOf)) }
}

function answerOf({ content }: Extract<Message, { role: 'assistant' }>): Entry {
  const calls: { id: string; tool: string; input: JsonValue }[] = []
  let text = ''
  for (const part of content) {
    if (part.type === 'text') text += part.text
    else if (part.type === 'tool-call' && !part.providerExecuted)
      calls.push({ id: part.toolCallId, tool: part.toolName, input: part.input as JsonValue })
  }
  return { by: 'assistant', text, calls }
}

function resultOf({ toolCallId: call, output }: ResultPart): Entry {
  switch (output.type) {
    case 'text':
    case 'json':
      return { by: 'tool', call, result: output.value as JsonValue }
    case 'error-text':
    case 'error-json':
      return { by: 'tool', call, result: output.value as JsonValue, outcome: 'failed' }
    case 'execution-denied':
      return { by: 'tool', call, result: output.reason, outcome: 'denied' }
    case 'content': {
      const { text, parts } = contentOf(output.value.map(partOf))
      return { by: 'tool', call, result: text, parts }
    }
  }
}

/** As far as it is read: a part of a prompt, or of a message that the AI SDK has not made one of yet. */
interface MessagePart {
  readonly type: string
  readonly text?: string
  readonly mediaType?: string
  readonly data?: unknown
  readonly image?: unknown
  readonly filename?: string | undefined
}

function partOf(part: MessagePart): Parameters<typeof contentOf>[0][number] {
  const { type, text, mediaType, data, image = data, filename } = part
  if (type === 'text' && text !== undefined) return text
  const tagged = Object(image) as { readonly type?: string; readonly data?: unknown; readonly text?: string }
  if (tagged.type === 'text' && tagged.text !== undefined) return tagged.text
  const bytes = tagged.type === 'data' ? tagged.data : image
  return { kind: mediaType ?? type, data: bytes, name: filename }
}

/** Whether a message reads the same once the AI SDK has converted it. It may fetch what is at an address, and leaves out an empty text. */
export function readsAlike({ role, content }: ModelMessage): boolean {
  if (role !== 'user') return role !== 'system'
  if (typeof content === 'string') return true
  return content.every((part) =>
    part.type === 'text' ? part.text !== '' : contentOf([partOf(part)]).parts !== undefined,
  )
}
