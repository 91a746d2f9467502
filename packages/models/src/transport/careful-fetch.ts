import { signsOfLife } from './attempt.ts'
import { ProviderError } from './provider-error.ts'

/** MiB of a reply: the longest ones of today's models, streamed token by token, take less. */
const LONGEST = 64

/**
 * The `fetch` of all SDKs. Follows no redirect, because headers such as `x-api-key` would go to another host with it.
 * A body that is longer than 64 MiB, packed or not, ends in a `ProviderError`, so that no reply can fill the memory.
 * Each piece of a body is a sign of life of the attempt.
 */
export const carefulFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' })
  if (response.body === null || isShort(response.headers)) return response
  return new Response(response.body.pipeThrough(bounded()), response)
}

/** Whether a reply says that it is short and comes unpacked: HTTP gives no more of it, so nothing has to be counted. */
function isShort(headers: Headers): boolean {
  const isReply = /\/json\b/.test(headers.get('content-type') ?? '') && !headers.has('content-encoding')
  return isReply && Number(headers.get('content-length') ?? Infinity) <= LONGEST * 2 ** 20
}

function bounded(): TransformStream<Uint8Array, Uint8Array> {
  const alive = signsOfLife.getStore()
  let rest = LONGEST * 2 ** 20
  return new TransformStream({
    transform(chunk, controller) {
      alive?.()
      rest -= chunk.byteLength
      if (rest >= 0) controller.enqueue(chunk)
      else controller.error(tooLong())
    },
  })
}

function tooLong(): ProviderError {
  const message = `the response is longer than ${LONGEST} MiB`
  return new ProviderError(message, { retryable: false, mayBeCharged: true })
}
