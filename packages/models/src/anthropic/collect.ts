import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import type { Secret } from '../secrets/secret.ts'
import { unreadableResponse } from '../transport/failures.ts'
import { ProviderError } from '../transport/provider-error.ts'
import type { Heard } from '../transport/transport.ts'
import { parseJson } from '../values/parse-json.ts'
import { errorInReply } from './failure.ts'

/** One event of a stream, as text. */
export interface StreamEvent {
  readonly data: string
}

/** A content block while it is written: what it began as, and the pieces of its text or of its tool's input. */
interface OpenBlock {
  readonly start: JsonObject
  readonly pieces: string[]
}

/**
 * Puts a streamed message together, so that it is what the API sends without streaming. `heard` is called with each
 * event, also one that carries nothing, and with the piece of the reply in it: the input of the first tool if one
 * was asked for (`asked`), else text. Throws a `ProviderError` if the stream has an error in it, is not JSON, or
 * ends before the message does: all of these may be charged.
 */
export async function collect(
  events: AsyncIterable<StreamEvent>,
  heard: Heard,
  secrets: readonly Secret[],
  asked: 'text' | 'tool_use' = 'text',
): Promise<JsonObject> {
  const blocks = new Map<JsonValue | undefined, OpenBlock>()
  let message: JsonObject = {}
  const isReply = (index: JsonValue | undefined): boolean => {
    const like = [...blocks].filter(([, { start }]) => start.type === asked)
    const wanted = asked === 'tool_use' ? like.slice(0, 1) : like
    return wanted.some(([each]) => each === index)
  }
  for await (const { data } of events) {
    const event = parse(data, secrets)
    let written = ''
    if (event.type === 'message_start') message = objectIn(event, 'message')
    if (event.type === 'content_block_start') {
      const start = objectIn(event, 'content_block')
      blocks.set(event.index, { start, pieces: [] })
      written = textIn(start.text)
    }
    if (event.type === 'content_block_delta') {
      written = pieceOf(objectIn(event, 'delta'))
      blocks.get(event.index)?.pieces.push(written)
    }
    heard(isReply(event.index) ? written : '')
    if (event.type === 'message_delta') message = amended(message, event)
    if (event.type === 'error') throw errorInReply(objectIn(event, 'error'), secrets)
    if (event.type === 'message_stop') return { ...message, content: [...blocks.values()].map(close) }
  }
  const reason = 'the reply was cut off: the stream ended before the message did'
  throw new ProviderError(reason, { retryable: true, mayBeCharged: true })
}

function parse(data: string, secrets: readonly Secret[]): JsonObject {
  const event = parseJson(data)
  if (isJsonObject(event)) return event
  throw unreadableResponse(`an event of the stream is not a JSON object: ${data}`, secrets)
}

function objectIn(event: JsonObject, name: string): JsonObject {
  const value = event[name]
  return isJsonObject(value) ? value : {}
}

/** Pieces of thinking are dropped: only text and the input of a tool are wanted. */
function pieceOf(delta: JsonObject): string {
  return textIn(delta.type === 'text_delta' ? delta.text : delta.partial_json)
}

function textIn(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** The last figures are the whole ones; a null among them says nothing. */
function amended(message: JsonObject, event: JsonObject): JsonObject {
  const figures = Object.entries(objectIn(event, 'usage')).filter(([, figure]) => figure !== null)
  const usage = { ...objectIn(message, 'usage'), ...Object.fromEntries(figures) }
  const known = Object.keys(usage).length > 0 ? { usage } : {}
  return { ...message, ...objectIn(event, 'delta'), ...known }
}

function close({ start, pieces }: OpenBlock): JsonObject {
  const written = pieces.join('')
  if (start.type === 'text') return { ...start, text: `${textIn(start.text)}${written}` }
  if (start.type !== 'tool_use' || written === '') return start
  return { ...start, input: parseJson(written) ?? written }
}
