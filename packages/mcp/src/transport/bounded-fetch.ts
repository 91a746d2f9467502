import type { FetchLike } from '@modelcontextprotocol/client'
import { MAX_MESSAGE_BYTES, TOO_LONG, unread } from './unread.ts'

/** `fetch` that reads so many bytes of the answer to a call, and no more: what is longer is answered by an error of ours. */
export const boundedFetch: FetchLike = async (url, init) => {
  const response = await fetch(url, init)
  const id = idOfCall(init?.body)
  if (response.body === null || id === undefined) return response
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  const instead = JSON.stringify(unread(id, TOO_LONG))
  const body = isStream ? cut(`\n\nevent: message\ndata: ${instead}\n\n`) : replace(instead)
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(body), { status, statusText, headers })
}

/** The id of a call, if the body is one. Notifications have none. */
function idOfCall(body: unknown): number | undefined {
  if (typeof body !== 'string') return undefined
  try {
    const { id } = JSON.parse(body)
    return typeof id === 'number' ? id : undefined
  } catch {
    return undefined
  }
}

/** Passes events on, until they are too many: then the given ones are the last. */
function cut(last: string): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length
      if (bytes <= MAX_MESSAGE_BYTES) {
        controller.enqueue(chunk)
        return
      }
      controller.enqueue(Buffer.from(last))
      controller.terminate()
    },
  })
}

/** Passes a body on once it is whole, or another one if it is too long. */
function replace(other: string): TransformStream<Uint8Array, Uint8Array> {
  const parts: Uint8Array[] = []
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length
      parts.push(chunk)
      if (bytes <= MAX_MESSAGE_BYTES) return
      controller.enqueue(Buffer.from(other))
      controller.terminate()
    },
    flush(controller) {
      if (bytes <= MAX_MESSAGE_BYTES) controller.enqueue(Buffer.concat(parts))
    },
  })
}
