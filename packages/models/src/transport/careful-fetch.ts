import { signsOfLife } from './attempt.ts'
import { ProviderError } from './provider-error.ts'

/**
 * The `fetch` of all SDKs. Follows no redirect, because headers such as `x-api-key` would go to another host with it.
 * A body that is longer than so many MiB, packed or not, ends in a `ProviderError`, so that no reply can fill the memory.
 * Each piece of a body is a sign of life of the attempt.
 */
function fetchUpTo(mebibytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' })
    if (response.body === null) return response
    return new Response(response.body.pipeThrough(bounded(mebibytes)), response)
  }
}

/** For single replies: the longest ones of today's models, streamed token by token, take less. */
export const carefulFetch: typeof fetch = fetchUpTo(64)

/** For the replies of a whole batch. */
export const batchFetch: typeof fetch = fetchUpTo(1024)

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
