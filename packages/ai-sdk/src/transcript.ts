import { type Entry, notShown } from '@skill-state/agent/embedded'
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
      return [{ by: 'user', text: message.content.map(textOf).join('\n') }]
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

function resultOf(output: Output): Pick<Extract<Entry, { by: 'tool' }>, 'result' | 'outcome'> {
  switch (output.type) {
    case 'text':
    case 'json':
      return { result: output.value as JsonValue }
    case 'error-text':
    case 'error-json':
      return { result: output.value as JsonValue, outcome: 'failed' }
    case 'execution-denied':
      return { result: output.reason, outcome: 'denied' }
    case 'content':
      return { result: output.value.map(textOf).join('\n') }
  }
}

/** The text of a part; of anything else, that the model cannot see it. */
function textOf(part: {
  readonly type: string
  readonly text?: string
  readonly mediaType?: string
}): string {
  if (part.type === 'text' && part.text !== undefined) return part.text
  return notShown(part.mediaType ?? part.type)
}
