import { unreadableResponse } from '../transport/failures.ts'
import type { Secret } from '../transport/secret.ts'

/**
 * The body of the SDK's response as JSON that nobody checked. The SDK's own reading is passed by, because it takes a
 * body of another type for an answer, and fails on JSON of another shape. Throws `ProviderError` where it is no JSON.
 */
export async function wholeReply(
  sent: { asResponse(): Promise<Response> },
  secrets: readonly Secret[],
): Promise<unknown> {
  return jsonIn(await sent.asResponse(), secrets)
}

/** The body of a response as JSON. Throws `ProviderError` where it is none. */
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
