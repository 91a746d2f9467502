import type { FetchLike } from '@modelcontextprotocol/client'
import { MAX_MESSAGE_BYTES, TOO_LONG, unread } from './unread.ts'

/** `fetch` that reads so many bytes of the answer to a call, and no more: what is longer is answered by an error of ours. */
export const boundedFetch: FetchLike = async (url, init) => {
  const response = await fetch(url, init)
  const id = idOfCall(init?.body)
  if (response.body === null || id === undefined) return response
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  const instead = JSON.stringify(unread(id, TOO_LONG))
  const body = bounded(isStream, isStream ? `\n\nevent: message\ndata: ${instead}\n\n` : instead)
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

/** Passes a body on: the events of a stream as they come, another body once it is whole. If it is too long, `last` ends it. */
function bounded(isStream: boolean, last: string): TransformStream<Uint8Array, Uint8Array> {
  const parts: Uint8Array[] = []
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length
      if (bytes > MAX_MESSAGE_BYTES) {
        controller.enqueue(Buffer.from(last))
        controller.terminate()
      } else if (isStream) controller.enqueue(chunk)
      else parts.push(chunk)
    },
    flush(controller) {
      if (parts.length > 0) controller.enqueue(Buffer.concat(parts))
    },
  })
}
