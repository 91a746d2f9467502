import { isJsonObject, type JsonObject, parseJson } from '@skill-state/protocol'
import type { Secret } from '../secrets/secret.ts'
import { unreadableResponse } from '../transport/failures.ts'
import { ProviderError } from '../transport/provider-error.ts'
import type { Heard } from '../transport/transport.ts'
import { at, textAt } from '../values/at.ts'
import { errorInReply } from './failure.ts'

/** A content block while it is written: what it began as, and the pieces of its text or of its tool's input. */
interface OpenBlock {
  readonly start: JsonObject
  readonly pieces: string[]
}

/**
 * Puts a streamed message together as the API sends it without streaming. `heard` gets each event's piece of the reply: of the first tool's
 * input if that was asked for, else of text. Throws a `ProviderError` for an error, what is not JSON, or an early end: all may be charged.
 */
export async function collect(
  events: AsyncIterable<unknown>,
  heard: Heard,
  secrets: readonly Secret[],
  asked: 'text' | 'tool_use' = 'text',
): Promise<JsonObject> {
  const blocks = new Map<unknown, OpenBlock>()
  let message: JsonObject = {}
  const isReply = (block: OpenBlock | undefined): boolean => {
    const like = [...blocks.values()].filter(({ start }) => start.type === asked)
    return block !== undefined && (asked === 'tool_use' ? like.slice(0, 1) : like).includes(block)
  }
  for await (const event of events) {
    const data = at(event, 'data')
    const { type, index, ...parts } = parse(typeof data === 'string' ? data : '', secrets)
    let written = ''
    if (type === 'message_start') message = objectOf(parts.message)
    if (type === 'content_block_start') {
      const start = objectOf(parts.content_block)
      blocks.set(index, { start, pieces: [] })
      written = textAt(start, 'text') ?? ''
    }
    if (type === 'content_block_delta') {
      written = pieceOf(parts.delta)
      blocks.get(index)?.pieces.push(written)
    }
    heard(isReply(blocks.get(index)) ? written : '')
    if (type === 'message_delta') message = amended(message, parts)
    if (type === 'error') throw errorInReply(parts.error, secrets)
    if (type === 'message_stop') return { ...message, content: [...blocks.values()].map(close) }
  }
  const reason = 'the reply was cut off: the stream ended before the message did'
  throw new ProviderError(reason, { retryable: true, mayBeCharged: true })
}

function parse(data: string, secrets: readonly Secret[]): JsonObject {
  const event = parseJson(data)
  if (isJsonObject(event)) return event
  throw unreadableResponse(`an event of the stream is not a JSON object: ${data}`, secrets)
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
}

/** Pieces of thinking are dropped: only text and the input of a tool are wanted. */
function pieceOf(delta: unknown): string {
  return textAt(delta, at(delta, 'type') === 'text_delta' ? 'text' : 'partial_json') ?? ''
}

/** The last figures are the whole ones; a null among them says nothing. */
function amended(message: JsonObject, { usage, delta }: JsonObject): JsonObject {
  const figures = Object.entries(objectOf(usage)).filter(([, figure]) => figure !== null)
  const all = { ...objectOf(message.usage), ...Object.fromEntries(figures) }
  return { ...message, ...objectOf(delta), ...(Object.keys(all).length > 0 ? { usage: all } : {}) }
}

function close({ start, pieces }: OpenBlock): JsonObject {
  const written = pieces.join('')
  if (start.type === 'text') return { ...start, text: `${textAt(start, 'text') ?? ''}${written}` }
  if (start.type !== 'tool_use' || written === '') return start
  return { ...start, input: parseJson(written) ?? written }
}
