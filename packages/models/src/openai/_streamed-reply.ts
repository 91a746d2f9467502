import { unreadableResponse } from '../transport/failures.ts'
import type { Secret } from '../transport/secret.ts'
import { jsonIn } from './_whole-reply.ts'

/**
 * What `read` makes of the events of the SDK's stream; where a server answers with JSON instead, be it an error or a
 * whole reply, that. Throws `ProviderError` for a page, in which the SDK would find no event; many servers send events
 * under a type of their own, so nothing else is refused.
 */
export async function streamedReply(
  sent: { withResponse(): Promise<{ data: AsyncIterable<unknown>; response: Response }> },
  read: (events: AsyncIterable<unknown>) => Promise<unknown>,
  secrets: readonly Secret[],
): Promise<unknown> {
  const { data, response } = await sent.withResponse()
  const type = response.headers.get('content-type') ?? ''
  if (/\/json\b/.test(type)) return jsonIn(response, secrets)
  if (!/\/html\b/.test(type)) return read(data)
  await response.body?.cancel()
  throw unreadableResponse(`it is no stream of events (content type ${type})`, secrets)
}
