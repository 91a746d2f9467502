import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  SSEClientTransport,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import type { HttpServer } from '../server.ts'

/** What a sign-in leaves behind: how the server knows us, and its tokens. Secret. */
interface Credentials {
  readonly client?: StoredOAuthClientInformation | undefined
  readonly tokens?: StoredOAuthTokens | undefined
  readonly port?: number | undefined
}

export interface SignInOptions {
  /** Shows a person the page on which to sign in to a server. Absent: a server that asks for a sign-in cannot be used. */
  readonly onAuthorize?: ((page: URL, server: string) => void | Promise<void>) | undefined
  readonly signal?: AbortSignal | undefined
  /** Keeps credentials by the server's address, so that a person signs in once. Default: in memory. */
  readonly credentials?:
    | {
        read(url: string): string | undefined
        write(url: string, text: string): void
      }
    | undefined
}

/** How a server's places of sign-in are dealt with. */
export interface SignIn {
  readonly provider: OAuthClientProvider
  /** Waits until the person has signed in. False if the server asked for no sign-in. */
  finish(transport: Transport): Promise<boolean>
  close(): Promise<void>
}

/** Milliseconds that a person has to sign in. */
const SIGN_IN_MS = 300_000

/** As the server's provider does it, or else by a page for a person. Undefined without either. */
export async function openSignIn(server: HttpServer, options: SignInOptions): Promise<SignIn | undefined> {
  const { authProvider: provider } = server
  if (provider !== undefined) return { provider, finish: async () => false, close: async () => {} }
  const { onAuthorize } = options
  return onAuthorize === undefined ? undefined : await openPage(server, onAuthorize, options)
}

/** OAuth with a page. Listens on this machine for the way back from it, from the start: the server is told the address. */
async function openPage(
  { url, name = url, oauth }: HttpServer,
  onAuthorize: NonNullable<SignInOptions['onAuthorize']>,
  { credentials, signal }: SignInOptions,
): Promise<SignIn> {
  let kept: Credentials = JSON.parse(credentials?.read(url) ?? '{}')
  const keep = (more: Credentials): void => {
    kept = { ...kept, ...more }
    credentials?.write(url, JSON.stringify(kept))
  }
  let state = ''
  let verifier = ''
  let discovery: OAuthDiscoveryState | undefined
  let back: PromiseWithResolvers<URLSearchParams> | undefined
  const listener = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const isOurs = back !== undefined && pathname === '/callback' && searchParams.get('state') === state
    response.writeHead(isOurs ? 200 : 404, { 'content-type': 'text/plain', connection: 'close' })
    response.end(
      isOurs ? 'You are signed in, or not; the terminal says which.' : 'No sign-in waits for this.',
    )
    if (isOurs) back?.resolve(searchParams)
  })
  const port = await listen(listener, kept.port)
  // A client is registered with its way back, so one of another port is registered anew.
  if (port !== kept.port) kept = { port, tokens: kept.tokens }
  const redirectUrl = `http://127.0.0.1:${port}/callback`
  const clientMetadata: OAuthClientMetadata = {
    client_name: 'skill-state',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: oauth?.scope,
  }
  const registered = oauth?.clientId && { client_id: oauth.clientId, client_secret: oauth.clientSecret }
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata,
    state() {
      state = randomUUID()
      return state
    },
    clientInformation: () => registered || kept.client,
    saveClientInformation: (client) => keep({ client }),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => keep({ tokens }),
    codeVerifier: () => verifier,
    saveCodeVerifier(text) {
      verifier = text
    },
    discoveryState: () => discovery,
    saveDiscoveryState(found) {
      discovery = found
    },
    async redirectToAuthorization(page) {
      back = Promise.withResolvers()
      back.promise.catch(() => {}) // it may be rejected before `finish` waits for it
      await onAuthorize(page, name)
    },
    invalidateCredentials(scope) {
      if (scope === 'discovery' || scope === 'all') discovery = undefined
      if (scope === 'client' || scope === 'all') keep({ client: undefined })
      if (scope === 'tokens' || scope === 'all') keep({ tokens: undefined })
    },
  }
  if (oauth?.clientMetadataUrl) provider.clientMetadataUrl = oauth.clientMetadataUrl
  return {
    provider,
    async finish(transport) {
      if (back === undefined) return false
      const late = AbortSignal.any([AbortSignal.timeout(SIGN_IN_MS), ...(signal ? [signal] : [])])
      const stop = (): void => back?.reject(new Error('the sign-in was not finished'))
      late.addEventListener('abort', stop)
      try {
        const found = await back.promise
        if (!(transport instanceof StreamableHTTPClientTransport || transport instanceof SSEClientTransport))
          return false
        await transport.finishAuth(found)
        return true
      } finally {
        late.removeEventListener('abort', stop)
        back = undefined
      }
    },
    async close() {
      back?.reject(new Error('the connection was closed'))
      listener.close()
      listener.closeAllConnections()
    },
  }
}

/** The port, or a free one if there is none or it is taken. */
async function listen(server: ReturnType<typeof createServer>, wanted = 0): Promise<number> {
  server.listen(wanted, '127.0.0.1').unref()
  try {
    await once(server, 'listening')
  } catch (error) {
    if (wanted === 0) throw error
    return await listen(server)
  }
  return (server.address() as AddressInfo).port
}
