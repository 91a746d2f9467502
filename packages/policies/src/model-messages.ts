import type { AssistantModelMessage, ModelMessage } from 'ai'
import type { Piece } from './pieces.ts'
import type { PolicyMessage } from './policy.ts'

type Part = Exclude<AssistantModelMessage['content'], string>[number]
type Mapped = { readonly message: ModelMessage; readonly pieces: readonly Piece[] }

/** Messages as the AI SDK takes them, one tool message a result, with the pieces of each. */
export function toModelMessages(messages: readonly PolicyMessage[]): readonly Mapped[] {
  const names = new Map<string, string>()
  return messages.map((message) => {
    const { role, content, calls = [], callId = '', reasoning, error } = message
    for (const { id = '', name } of calls) names.set(id, name)
    if (role === 'tool') {
      const toolName = message.tool ?? names.get(callId) ?? 'unknown'
      const output = { type: error === true ? ('error-text' as const) : ('text' as const), value: content }
      const part = { type: 'tool-result' as const, toolCallId: callId, toolName, output }
      return { message: { role, content: [part] }, pieces: [{ is: part, kind: 'result' }] }
    }
    if (role !== 'assistant' || (calls.length === 0 && reasoning === undefined)) {
      const whole: ModelMessage = { role, content }
      return { message: whole, pieces: [{ is: whole, kind: 'text' }] }
    }
    const pieces: Piece<Part>[] = calls.map((call) => {
      const { id: toolCallId = '', name: toolName, arguments: input } = call
      return { is: { type: 'tool-call', toolCallId, toolName, input }, kind: 'call', call }
    })
    if (content !== '') pieces.unshift({ is: { type: 'text', text: content }, kind: 'text' })
    if (reasoning !== undefined)
      pieces.unshift({ is: { type: 'reasoning', text: reasoning }, kind: 'reasoning' })
    return { message: { role, content: pieces.map(({ is }) => is) }, pieces }
  })
}

/** What `regroup` reads of messages that a library left. */
export function piecesLeft(messages: readonly { readonly content: string | readonly object[] }[]): object[] {
  return messages.flatMap((message): readonly object[] =>
    typeof message.content === 'string' ? [message] : message.content,
  )
}
