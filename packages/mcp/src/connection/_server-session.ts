import {
  Client,
  type jsonSchemaValidator,
  SdkHttpError,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Tool,
  type Transport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { invalidOption, known } from '@skill-state/protocol'
import { describeServer, type HttpServer, type McpServer } from '../server.ts'
import { boundedFetch } from '../transport/bounded-fetch.ts'
import { StdioTransport } from '../transport/stdio-transport.ts'
import { guardDepth } from '../transport/unread.ts'
import { answerRequests, capabilitiesOf, type ServerRequestOptions, type Work } from './_requests.ts'
import { openSignIn, type SignIn, type SignInOptions } from './_sign-in.ts'

export interface SessionOptions extends ServerRequestOptions, SignInOptions {
  /** Hears that a server's lists are others now; of tools it hears the new one. */
  readonly onChanged: (tools?: readonly Tool[]) => void
}

/** Milliseconds that a server has for each try, and what ends it. */
export interface Attempt {
  readonly timeout: number
  readonly signal: AbortSignal
}

/** Most times that one request is tried again, after a sign-in or a lost session. */
const MAX_REPAIRS = 3

/** The protocol's session with a server. It is opened again if the server has lost it, and after a sign-in that it asks for. */
export class ServerSession {
  readonly work: Work = { calls: 0, requests: 0, open: 0, answered: -Infinity }
  ended = false
  readonly #server: McpServer
  readonly #options: SessionOptions
  #signIn: SignIn | undefined
  #client: Client | undefined
  readonly #lost: Client[] = []
  #transport: Transport | undefined
  #opening: Promise<void> | undefined

  constructor(server: McpServer, options: SessionOptions) {
    this.#server = server
    this.#options = options
  }

  get name(): string {
    return this.#server.name ?? this.#client?.getServerVersion()?.name ?? 'server'
  }

  /** The end of what a server that was started here wrote to its standard error. */
  get stderr(): string {
    return this.#transport instanceof StdioTransport ? this.#transport.stderr : ''
  }

  get instructions(): string {
    return this.#client?.getInstructions() ?? ''
  }

  /** Connects if need be, and gives the client to the work; again after what can be repaired. */
  async use<T>(attempt: () => Attempt, work: (client: Client, attempt: Attempt) => Promise<T>): Promise<T> {
    for (let repairs = 0; ; repairs += 1) {
      const client = this.#client
      try {
        if (client === undefined) {
          await this.#connect(attempt)
          repairs -= 1
          continue
        }
        return await work(client, attempt())
      } catch (error) {
        if (repairs >= MAX_REPAIRS || !(await this.#repaired(error, client, attempt))) throw error
      }
    }
  }

  async close(): Promise<void> {
    const clients = [...this.#lost, this.#client]
    await Promise.all([
      ...clients.map((client) => client?.close()),
      this.#transport?.close(),
      this.#signIn?.close(),
    ])
  }

  /** Calls that find out at once that the session is lost wait for the same new one. */
  #connect(attempt: () => Attempt): Promise<void> {
    this.#opening ??= this.#open(attempt()).finally(() => {
      this.#opening = undefined
    })
    return this.#opening
  }

  async #open(attempt: Attempt): Promise<void> {
    const server = this.#server
    if (!('url' in server)) return await this.#start(new StdioTransport(server), attempt)
    this.#signIn ??= await openSignIn(server, this.#options)
    try {
      await this.#start(this.#overHttp(server, server.type), attempt)
    } catch (error) {
      if (server.type !== undefined || !isOlder(error)) throw error
      await this.#start(this.#overHttp(server, 'sse'), attempt).catch(() => {
        throw error
      })
    }
  }

  async #start(transport: Transport, attempt: Attempt): Promise<void> {
    const { onChanged } = this.#options
    const named = { autoRefresh: false, onChanged: () => onChanged() }
    const tools = { onChanged: (_: unknown, list: Tool[] | null) => list && onChanged(list) }
    const client = new Client(
      { name: 'skill-state', version: '1' },
      {
        capabilities: capabilitiesOf(this.#options),
        jsonSchemaValidator: acceptAny,
        listChanged: { tools, resources: named, prompts: named },
        // The probe for newer servers would cost a slow start here: one that does not answer it would count as missing.
        versionNegotiation: { mode: 'url' in this.#server ? 'auto' : 'legacy' },
      },
    )
    answerRequests(client, this.work, { ...this.#options, server: () => this.name })
    client.onclose = () => {
      if (client === this.#client) this.ended = true
    }
    this.#transport = transport
    try {
      await client.connect(transport, { ...attempt, maxTotalTimeout: attempt.timeout })
    } catch (error) {
      await client.close()
      throw error
    }
    guardDepth(transport)
    this.#client = client
  }

  async #repaired(error: unknown, client: Client | undefined, attempt: () => Attempt): Promise<boolean> {
    if (error instanceof UnauthorizedError && this.#signIn && this.#transport)
      return await this.#signIn.finish(this.#transport)
    if (client === undefined || !isLost(error)) return false
    if (client === this.#client) {
      this.#client = undefined
      this.#lost.push(client) // calls that do not know it yet find out by themselves
      await this.#connect(attempt)
    }
    return true
  }

  #overHttp(server: HttpServer, type: HttpServer['type']): Transport {
    const Kind = type === 'sse' ? SSEClientTransport : StreamableHTTPClientTransport
    const requestInit = { headers: { ...server.headers } }
    const authProvider = this.#signIn?.provider
    return new Kind(addressOf(server), known({ fetch: boundedFetch, requestInit, authProvider }))
  }
}

function addressOf(server: HttpServer): URL {
  if (URL.canParse(server.url) && /^https?:$/.test(new URL(server.url).protocol)) return new URL(server.url)
  throw invalidOption(`the MCP server ${describeServer(server)} has no http address`)
}

/** Whether the server may be one that speaks SSE alone: it knows no POST at its address. */
function isOlder(error: unknown): boolean {
  return SdkHttpError.isInstance(error) && [400, 404, 405].includes(error.status ?? 0)
}

/** Whether the server does not know the session: it has done nothing about the request. */
function isLost(error: unknown): boolean {
  if (!SdkHttpError.isInstance(error)) return false
  return error.status === 404 || (error.status === 400 && /session/i.test(error.message))
}

/**
 * For the SDK, which would check a result against the schema that its server declares. The result becomes text here, so the
 * check would add nothing, and a schema of a stranger can make it take any time.
 */
const acceptAny: jsonSchemaValidator = {
  getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
}
