import { unreadableResponse } from '../transport/failures.ts'
import type { Secret } from '../transport/secret.ts'

/**
 * The events of the SDK's stream. Throws `ProviderError` where the body is something else, in which the SDK would find
 * no event; many servers send events under a type of their own, so only a page and plain JSON are told apart.
 */
export async function eventStream(
  sent: { withResponse(): Promise<{ data: AsyncIterable<unknown>; response: Response }> },
  secrets: readonly Secret[],
): Promise<AsyncIterable<unknown>> {
  const { data, response } = await sent.withResponse()
  const type = response.headers.get('content-type') ?? ''
  if (!/\/(html|json)\b/.test(type)) return data
  await response.body?.cancel()
  throw unreadableResponse(`it is no stream of events (content type ${type})`, secrets)
}
