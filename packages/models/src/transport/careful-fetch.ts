import { signsOfLife } from './attempt.ts'
import { ProviderError } from './provider-error.ts'

/**
 * The `fetch` of all SDKs. Follows no redirect, because headers such as `x-api-key` would go along. A body longer than so many MiB,
 * packed or not, ends in a `ProviderError`. Each piece of a body is a sign of life of the attempt.
 */
function fetchUpTo(mebibytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' })
    if (response.body === null || isShort(response.headers, mebibytes)) return response
    return new Response(response.body.pipeThrough(bounded(mebibytes)), response)
  }
}

/** For single replies: the longest ones of today's models, streamed token by token, take less. */
export const carefulFetch: typeof fetch = fetchUpTo(64)

/** For the replies of a whole batch. */
export const batchFetch: typeof fetch = fetchUpTo(1024)

/** Whether a reply says that it is short and comes unpacked: HTTP gives no more of it, so nothing has to be counted. */
function isShort(headers: Headers, mebibytes: number): boolean {
  const isReply = /\/json\b/.test(headers.get('content-type') ?? '') && !headers.has('content-encoding')
  return isReply && Number(headers.get('content-length') ?? Infinity) <= mebibytes * 2 ** 20
}

function bounded(mebibytes: number): TransformStream<Uint8Array, Uint8Array> {
  const alive = signsOfLife.getStore()
  let rest = mebibytes * 2 ** 20
  return new TransformStream({
    transform(chunk, controller) {
      alive?.()
      rest -= chunk.byteLength
      if (rest >= 0) controller.enqueue(chunk)
      else controller.error(tooLong(mebibytes))
    },
  })
}

function tooLong(mebibytes: number): ProviderError {
  const message = `the response is longer than ${mebibytes} MiB`
  return new ProviderError(message, { retryable: false, mayBeCharged: true })
}
