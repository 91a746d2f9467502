import { signsOfLife } from './attempt.ts'
import { ProviderError } from './provider-error.ts'

/** Most bytes of a response, unpacked: the longest replies of today's models, streamed token by token, take less. */
const mostBytes = 64 * 2 ** 20

/**
 * The `fetch` of all SDKs. Follows no redirect, because headers such as `x-api-key` would go to another host with it.
 * A body that is longer than 64 MiB, packed or not, ends in a `ProviderError`, so that no reply can fill the memory. Each
 * piece of a body is a sign of life of the attempt.
 */
export const carefulFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' })
  if (response.body === null) return response
  return new Response(response.body.pipeThrough(bounded()), response)
}

function bounded(): TransformStream<Uint8Array, Uint8Array> {
  const alive = signsOfLife.getStore()
  let rest = mostBytes
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
  const message = `the response is longer than ${mostBytes / 2 ** 20} MiB`
  return new ProviderError(message, { retryable: false, mayBeCharged: true })
}
