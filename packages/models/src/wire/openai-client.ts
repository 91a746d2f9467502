import { optionalPackage, parseJson } from '@skill-state/protocol'
import type { APIError, ClientOptions, OpenAI } from 'openai'
import { carefulFetch } from '../transport/careful-fetch.ts'
import type { Endpoint } from './endpoint.ts'
import type { Post } from './send.ts'

/** The longest time that a timer of Node can wait. The transport ends an attempt long before. */
const never = 2 ** 31 - 1

/**
 * A client for the endpoint, made with the first call, so that only its users load the SDK. All that the SDK does by itself is off: retries,
 * timeout, log, settings from the environment. Without a key, requests carry no `Authorization`.
 */
export function lazyClient(
  endpoint: Endpoint,
  fetch: typeof carefulFetch = carefulFetch,
): () => Promise<OpenAI> {
  let client: Promise<OpenAI> | undefined
  return () => {
    client ??= connect(endpoint, fetch)
    return client
  }
}

/**
 * The SDK builds the URL and the headers once, and reads events and errors. What else it does for each call takes as long
 * as the call itself, and all of it is off: see `lazyClient`. What it tells of itself in headers is left out.
 */
export function lazyPost(endpoint: Endpoint, path: string): Post {
  const connect = lazyClient(endpoint)
  let prepared: ReturnType<typeof prepare> | undefined
  return async (body, signal) => {
    prepared ??= connect().then((client) => prepare(client, path))
    const { url, headers, refusal, eventsOf } = await prepared
    const response = await carefulFetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal })
    if (!response.ok) throw await refusal(response)
    return { response, events: () => eventsOf(response) }
  }
}

async function prepare(client: OpenAI, path: string) {
  const [{ APIError }, { Stream }] = await Promise.all([import('openai'), import('openai/core/streaming')])
  const { url, req } = await client.buildRequest({ method: 'post', path, body: {} })
  return {
    url,
    headers: Object.fromEntries([...req.headers].filter(([name]) => !name.startsWith('x-stainless-'))),
    refusal: async (response: Response): Promise<APIError> => {
      const text = await response.text().catch((error: Error) => error.message)
      const body = parseJson(text) ?? undefined
      return APIError.generate(response.status, body, body ? undefined : text, response.headers)
    },
    eventsOf: (response: Response): AsyncIterable<unknown> =>
      Stream.fromSSEResponse(response, new AbortController(), client),
  }
}

async function connect(
  { baseUrl, key, organization, project, headers }: Endpoint,
  fetch: typeof carefulFetch,
): Promise<OpenAI> {
  const sdk = await optionalPackage('openai', () => import('openai'))
  /** The SDK adds the headers of `OPENAI_CUSTOM_HEADERS`, which must not go to other providers: see `endpointOf`. */
  class Client extends sdk.OpenAI {
    constructor(options: ClientOptions) {
      super(options)
      this._options.defaultHeaders = options.defaultHeaders
    }
  }
  return new Client({
    baseURL: baseUrl,
    apiKey: key?.reveal() ?? 'none',
    adminAPIKey: null,
    webhookSecret: null,
    organization: organization ?? null,
    project: project ?? null,
    defaultHeaders: key === undefined ? { authorization: null, ...headers } : headers,
    fetch,
    maxRetries: 0,
    timeout: never,
    logLevel: 'off',
  })
}
