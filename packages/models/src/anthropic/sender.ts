import type { Anthropic } from '@anthropic-ai/sdk'
import { known, optionalPackage } from '@skill-state/protocol'
import { systemClock } from '../limits/clock.ts'
import { batchFetch, carefulFetch } from '../transport/careful-fetch.ts'
import { defaultAttemptTimeoutMs, type Send } from '../transport/transport.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { headersFrom } from '../wire/endpoint.ts'
import { jsonIn } from '../wire/reply-body.ts'
import { collect } from './collect.ts'
import { failureOf } from './failure.ts'
import { responseOf } from './message.ts'
import type { AnthropicOptions } from './options.ts'
import { type RequestSettings, requestBody } from './request-body.ts'

/** Sends requests with the official SDK, whose own retries, logs and traces are off. */
export function sender(options: AnthropicOptions, endpoint: Endpoint, settings: RequestSettings): Send {
  const { model, stream = true, transport = {} } = options
  const { clock = systemClock } = transport
  const { secrets } = endpoint
  let client: Promise<Anthropic> | undefined
  return async (request, signal, heard) => {
    client ??= connect(endpoint, transport.attemptTimeoutMs, settings)
    const { messages } = await client
    try {
      const body = requestBody(model, settings, request)
      const response = await messages.create({ ...body, stream }, { signal }).asResponse()
      const named = request.tools !== undefined
      if (!stream || isJson(response))
        return responseOf(await jsonIn(response, secrets), model, secrets, named)
      heard()
      const asked = body.tools === undefined || named ? 'text' : 'tool_use'
      const message = await collect(await eventsOf(response), heard, secrets, asked)
      return responseOf(message, model, secrets, named)
    } catch (error) {
      throw failureOf(error, secrets, clock.now())
    }
  }
}

/** A client for batches, made with the first one. */
export function batchClient(endpoint: Endpoint, settings: RequestSettings): () => Promise<Anthropic> {
  let client: Promise<Anthropic> | undefined
  return () => {
    client ??= connect(endpoint, undefined, settings, batchFetch)
    return client
  }
}

async function connect(
  { baseUrl, key, headers }: Endpoint,
  attemptTimeoutMs: number | undefined,
  { apiVersion }: RequestSettings,
  fetch: typeof carefulFetch = carefulFetch,
): Promise<Anthropic> {
  const sdk = await optionalPackage('@anthropic-ai/sdk', () => import('@anthropic-ai/sdk'))
  return new sdk.Anthropic({
    apiKey: key?.reveal() ?? 'none',
    webhookKey: null,
    baseURL: baseUrl,
    defaultHeaders: {
      ...ambient(),
      ...known({ 'anthropic-version': apiVersion }),
      ...headers,
    },
    fetch,
    timeout: attemptTimeoutMs ?? defaultAttemptTimeoutMs,
    maxRetries: 0,
    logLevel: 'off',
    openTelemetry: false,
  })
}

/** Servers that do not stream answer with a whole message, and some with an error. */
function isJson(response: Response): boolean {
  return /\/json\b/.test(response.headers.get('content-type') ?? '')
}

/** Takes back the headers that the SDK adds by itself: those that are wanted are among the endpoint's. */
function ambient(): Readonly<Record<string, null>> {
  const names = Object.keys(headersFrom(process.env.ANTHROPIC_CUSTOM_HEADERS))
  return Object.fromEntries(names.map((name) => [name, null]))
}

/** The events as they come: the SDK's typed stream leaves out the pings, which say that the model is at work. */
async function eventsOf(response: Response): Promise<AsyncIterable<{ data: string }>> {
  const { Stream } = await import('@anthropic-ai/sdk/core/streaming')
  return Stream.rawEvents(response)
}
