import { SkillStateError } from '@skill-state/protocol'
import type { Secret } from '../secrets/secret.ts'
import { unreadableResponse } from '../transport/failures.ts'
import { ProviderError } from '../transport/provider-error.ts'

/** What a server answers with a status that says yes. */
export interface Answer {
  readonly response: Response
  /** The events of a stream, as the SDK reads them. */
  readonly events: () => AsyncIterable<unknown>
}

/**
 * The body of the SDK's response as unchecked JSON. The SDK's own reading is passed by, because it takes a
 * body of another type for an answer, and fails on JSON of another shape. Throws `ProviderError` if it is not JSON.
 */
export async function wholeReply(
  sent: { asResponse(): Promise<Response> },
  secrets: readonly Secret[],
): Promise<unknown> {
  return jsonIn(await sent.asResponse(), secrets)
}

/** What was sent for; an error of an SDK as a failure. */
export async function orFailure<T>(
  sent: Promise<T>,
  failureOf: (error: unknown) => ProviderError,
): Promise<T> {
  return sent.catch((error: unknown) => {
    throw error instanceof SkillStateError ? error : failureOf(error)
  })
}

/** The body of a response as JSON. Throws `ProviderError` if it is not JSON. */
export async function jsonIn(response: Response, secrets: readonly Secret[]): Promise<unknown> {
  const body = await response.text()
  try {
    return JSON.parse(body)
  } catch {
    if (body.trim() === '') throw unreadableResponse('it is empty', secrets)
    const type = response.headers.get('content-type') ?? 'unknown'
    throw unreadableResponse(`it is not JSON (content type ${type})${wordsOf(body)}`, secrets)
  }
}

/** What a body says for a person to read. A page of HTML says nothing in one line. */
function wordsOf(body: string): string {
  return /^\s*</.test(body) ? '' : `: ${body}`
}

/**
 * What `read` makes of the events of the SDK's stream, or the JSON that a server answers with instead. Throws `ProviderError` for a page, in
 * which the SDK would find no event; many servers send events under a type of their own.
 */
export async function streamedReply(
  { response, events }: Answer,
  read: (events: AsyncIterable<unknown>) => Promise<unknown>,
  secrets: readonly Secret[],
): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (/\/json\b/.test(type)) return jsonIn(response, secrets)
  if (!/\/html\b/.test(type)) return read(events())
  await response.body?.cancel()
  throw unreadableResponse(`it is no stream of events (content type ${type})`, secrets)
}

export function cutOff(): ProviderError {
  const message = 'the stream ended before the reply was complete'
  return new ProviderError(message, { retryable: true, mayBeCharged: true })
}
