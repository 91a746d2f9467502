import { ProviderError } from '../transport/provider-error.ts'
import { at } from './_at.ts'

const last: readonly unknown[] = ['response.completed', 'response.incomplete', 'response.failed']

/**
 * The response that a stream of the Responses API ends with. `heard` is called with each piece of the reply, not with
 * the events before the first: a model that reasons may be silent for long after them. Throws `ProviderError` where
 * the stream ends without a response.
 */
export async function finalResponse(events: AsyncIterable<unknown>, heard: () => void): Promise<unknown> {
  for await (const event of events) {
    const type = at(event, 'type')
    if (last.includes(type)) return at(event, 'response')
    if (typeof type === 'string' && type.endsWith('.delta')) heard()
  }
  throw cutOff()
}

/** The failure of a stream that ended before the reply did. */
export function cutOff(): ProviderError {
  const message = 'the stream ended before the reply was complete'
  return new ProviderError(message, { retryable: true, mayBeCharged: true })
}
