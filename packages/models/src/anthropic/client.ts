import type { Anthropic } from '@anthropic-ai/sdk'
import { known, optionalPackage } from '@skill-state/protocol'
import { batchFetch, carefulFetch } from '../transport/careful-fetch.ts'
import { defaultAttemptTimeoutMs } from '../transport/transport.ts'
import { type Endpoint, headersFrom } from '../wire/endpoint.ts'
import type { Post } from '../wire/send.ts'

/** Posts messages with the official SDK, whose own retries, logs and traces are off. */
export function lazyPost(
  endpoint: Endpoint,
  apiVersion: string | undefined,
  attemptTimeoutMs: number = defaultAttemptTimeoutMs,
): Post {
  let prepared: Promise<readonly [Anthropic, typeof import('@anthropic-ai/sdk/core/streaming')]> | undefined
  return async (body, signal) => {
    prepared ??= connect(endpoint, apiVersion, carefulFetch, attemptTimeoutMs).then(async (client) => [
      client,
      await import('@anthropic-ai/sdk/core/streaming'),
    ])
    const [{ messages }, { Stream }] = await prepared
    const sent = messages.create(body as Parameters<typeof messages.create>[0], { signal })
    const response = await sent.asResponse()
    // The SDK's typed stream leaves out the pings, which say that the model is at work.
    return { response, events: () => Stream.rawEvents(response) }
  }
}

/** A client for batches, made with the first one. */
export function batchClient(endpoint: Endpoint, apiVersion: string | undefined): () => Promise<Anthropic> {
  let client: Promise<Anthropic> | undefined
  return () => {
    client ??= connect(endpoint, apiVersion, batchFetch, defaultAttemptTimeoutMs)
    return client
  }
}

async function connect(
  { baseUrl, key, headers }: Endpoint,
  apiVersion: string | undefined,
  fetch: typeof carefulFetch,
  timeout: number,
): Promise<Anthropic> {
  const sdk = await optionalPackage('@anthropic-ai/sdk', () => import('@anthropic-ai/sdk'))
  return new sdk.Anthropic({
    apiKey: key?.reveal() ?? 'none',
    webhookKey: null,
    baseURL: baseUrl,
    defaultHeaders: { ...ambient(), ...known({ 'anthropic-version': apiVersion }), ...headers },
    fetch,
    timeout,
    maxRetries: 0,
    logLevel: 'off',
    openTelemetry: false,
  })
}

/** Takes back the headers that the SDK adds by itself: those that are wanted are among the endpoint's. */
function ambient(): Readonly<Record<string, null>> {
  const names = Object.keys(headersFrom(process.env.ANTHROPIC_CUSTOM_HEADERS))
  return Object.fromEntries(names.map((name) => [name, null]))
}
