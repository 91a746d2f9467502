import { at } from '../wire/at.ts'
import { cutOff } from '../wire/reply-body.ts'

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
