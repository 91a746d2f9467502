import type { ClientOptions, OpenAI } from 'openai'
import { carefulFetch } from '../transport/careful-fetch.ts'
import type { Endpoint } from './endpoint.ts'
import { optionalPackage } from './optional-package.ts'

/** The longest time that a timer of Node can wait. The transport ends an attempt long before. */
const never = 2 ** 31 - 1

/**
 * A client for the endpoint, made with the first call, so that only users of the SDK load it. All that the
 * SDK does by itself is off: retries, its timeout, its log, and the settings that it reads from the environment.
 * Requests carry no `Authorization` if there is no key.
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
    defaultHeaders: { ...(key === undefined ? { authorization: null } : {}), ...headers },
    fetch,
    maxRetries: 0,
    timeout: never,
    logLevel: 'off',
  })
}
