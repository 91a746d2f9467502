import type { JsonObject, JsonValue } from '@skill-state/protocol'
import type { Scene, ServerEvent } from './loopback.ts'

/** A message of the Messages API, to be played by the loopback server with or without streaming. */
export interface PlayedMessage {
  readonly content: readonly JsonObject[]
  readonly stopReason?: string
  readonly usage?: JsonObject
}

const model = 'claude-loopback-20260101'
export const playedUsage: JsonObject = {
  input_tokens: 20,
  cache_creation_input_tokens: 30,
  cache_read_input_tokens: 50,
  output_tokens: 7,
}

export const textBlock = (text: string): JsonObject => ({ type: 'text', text })

/** The whole message in one body. */
export function whole({ content, stopReason = 'end_turn', usage = playedUsage }: PlayedMessage): Scene {
  const head = { id: 'msg_1', type: 'message', role: 'assistant', model }
  return { json: { ...head, content, stop_reason: stopReason, stop_sequence: null, usage } }
}

/** The same message as a stream: every block in two pieces, a ping in between. */
export function streamed(message: PlayedMessage): Scene {
  const { content, stopReason = 'end_turn', usage = playedUsage } = message
  return {
    events: [
      ...opening(usage),
      ...content.flatMap(blockEvents),
      named('message_delta', { delta: { stop_reason: stopReason, stop_sequence: null }, usage }),
      named('message_stop', {}),
    ],
  }
}

/** The stream up to the middle of its first text. */
export function beginning(ending: 'cut' | 'never' | 'whole'): Scene {
  const [start, piece] = blockEvents(textBlock('Go north.'), 0)
  return { events: [...opening(playedUsage), ...(start && piece ? [start, piece] : [])], ending }
}

export function errorScene(status: number, type: string, message: string, headers = {}): Scene {
  return { status, headers, json: { type: 'error', error: { type, message } } }
}

export function named(event: string, fields: { readonly [key: string]: JsonValue }): ServerEvent {
  return { event, data: { type: event, ...fields } }
}

function opening(usage: JsonObject): readonly ServerEvent[] {
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], stop_reason: null }
  return [
    named('message_start', { message: { ...message, usage: { ...usage, output_tokens: 1 } } }),
    named('ping', {}),
  ]
}

function blockEvents(block: JsonObject, index: number): readonly ServerEvent[] {
  const { text, input, thinking } = block
  const events = (empty: JsonObject, type: string, name: string, whole: string): readonly ServerEvent[] => {
    const middle = Math.ceil(whole.length / 2)
    const pieces = [whole.slice(0, middle), whole.slice(middle)]
    return [
      named('content_block_start', { index, content_block: { ...block, ...empty } }),
      ...pieces.map((piece) => named('content_block_delta', { index, delta: { type, [name]: piece } })),
      named('content_block_stop', { index }),
    ]
  }
  if (typeof thinking === 'string') return events({ thinking: '' }, 'thinking_delta', 'thinking', thinking)
  if (typeof text === 'string') return events({ text: '' }, 'text_delta', 'text', text)
  return events({ input: {} }, 'input_json_delta', 'partial_json', JSON.stringify(input))
}
