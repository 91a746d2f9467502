import { contentOf, type Entry } from '@skill-state/agent/embedded'
import type { JsonValue } from '@skill-state/protocol'
import type { ModelMessage } from 'ai'
import type { CallOptions } from './types.ts'

type Message = CallOptions['prompt'][number]
type Output = Extract<
  Extract<Message, { role: 'tool' }>['content'][number],
  { type: 'tool-result' }
>['output']

/** A message as a model is sent it, as far as a transcript is read. */
export function asPrompt({ role, content }: ModelMessage): Message {
  const parts = role === 'system' || typeof content !== 'string' ? content : [{ type: 'text', text: content }]
  return { role, content: parts } as Message
}

/** The system messages of a prompt. */
export function instructionsOf(prompt: readonly Message[]): string {
  return prompt.flatMap((message) => (message.role === 'system' ? [message.content] : [])).join('\n\n')
}

/** The rest of a prompt, as entries of a transcript. */
export function transcriptOf(prompt: readonly Message[]): readonly Entry[] {
  return prompt.flatMap(entriesOf)
}

function entriesOf(message: Message): readonly Entry[] {
  switch (message.role) {
    case 'system':
      return []
    case 'user':
      return [{ by: 'user', ...contentOf(message.content.map(partOf)) }]
    case 'assistant': {
      const text = message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
      const calls = message.content.flatMap((part) => {
        if (part.type !== 'tool-call' || part.providerExecuted) return []
        return [{ id: part.toolCallId, tool: part.toolName, input: part.input as JsonValue }]
      })
      return [{ by: 'assistant', text, calls }]
    }
    case 'tool':
      return message.content.flatMap((part): readonly Entry[] =>
        part.type === 'tool-result' ? [{ by: 'tool', call: part.toolCallId, ...resultOf(part.output) }] : [],
      )
  }
}

function resultOf(output: Output): Omit<Extract<Entry, { by: 'tool' }>, 'by' | 'call'> {
  switch (output.type) {
    case 'text':
    case 'json':
      return { result: output.value as JsonValue }
    case 'error-text':
    case 'error-json':
      return { result: output.value as JsonValue, outcome: 'failed' }
    case 'execution-denied':
      return { result: output.reason, outcome: 'denied' }
    case 'content': {
      const { text, parts } = contentOf(output.value.map(partOf))
      return { result: text, parts }
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

function partOf({
  type,
  text,
  mediaType,
  data,
  image = data,
  filename,
}: MessagePart): Parameters<typeof contentOf>[0][number] {
  if (type === 'text' && text !== undefined) return text
  const tagged = Object(image) as { readonly type?: string; readonly data?: unknown; readonly text?: string }
  if (tagged.type === 'text' && tagged.text !== undefined) return tagged.text
  const bytes = tagged.type === 'data' ? tagged.data : image
  return { kind: mediaType ?? type, data: bytes, name: filename }
}

/** The same message without images and files that are given by an address, which the AI SDK would fetch for some models. */
export function withoutAddresses(message: ModelMessage): ModelMessage {
  if (message.role !== 'user' || typeof message.content === 'string') return message
  const content = message.content.map((part) => {
    const given = partOf(part)
    const { text, parts } = contentOf([given])
    return parts ? part : { type: 'text' as const, text }
  })
  return { ...message, content }
}
