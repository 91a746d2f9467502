import {
  type CallToolResult,
  Client,
  type jsonSchemaValidator,
  StreamableHTTPClientTransport,
  type Tool,
  type Transport,
} from '@modelcontextprotocol/client'
import { invalidOption, SkillStateError } from '@skill-state/protocol'
import { boundedFetch } from './_bounded-fetch.ts'
import { StdioTransport } from './_stdio-transport.ts'
import { oneLine, resultText } from './result-text.ts'
import { describeServer, type McpServer } from './server.ts'
import { guardDepth } from './unread.ts'

export interface ConnectOptions {
  /** Milliseconds that a server has to start and to list all of its tools; `npx` may have to fetch it. Default 60,000. */
  readonly startTimeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export interface CallOptions {
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** A resource by its URI, or a prompt by its name. */
interface Named {
  readonly kind: 'resource' | 'prompt'
  readonly name: string
  readonly description: string
}

/** A server that answers. */
export interface Connection {
  /** The name that it was given, or calls itself. */
  readonly name: string
  readonly tools: readonly Tool[]
  /** Throws what the SDK throws. */
  call(tool: string, args: Record<string, unknown>, options: CallOptions): Promise<CallToolResult>
  /** What it lists beside tools; empty if it cannot. */
  readonly named: readonly Named[]
  /** The text of a resource or a prompt. Throws what the SDK throws. */
  read(named: Named, options: CallOptions): Promise<string>
  /** Why no call can succeed any more; undefined while the server is there. */
  failure(): SkillStateError | undefined
  close(): Promise<void>
}

/** Starts the server, or finds it. Throws `environment-failed` if it does not come to answer; aborted, the reason. */
export async function connect(server: McpServer, options: ConnectOptions): Promise<Connection> {
  const { startTimeoutMs: timeout = 60_000, signal } = options
  const transport = transportTo(server)
  const client = new Client(
    { name: 'skill-state', version: '1' },
    {
      capabilities: {},
      jsonSchemaValidator: acceptAny,
      // The probe for newer servers would cost a slow start here: one that does not answer it would count as missing.
      ...('url' in server && { versionNegotiation: { mode: 'auto' } }),
    },
  )
  let ended = false
  client.onclose = () => {
    ended = true
  }
  const deadline = AbortSignal.timeout(timeout)
  const request = {
    timeout,
    maxTotalTimeout: timeout,
    signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
  }
  try {
    signal?.throwIfAborted()
    await client.connect(transport, request)
    guardDepth(transport)
    const { tools } = await client.listTools(undefined, request)
    const named = await listNamed(client, request)
    return {
      named,
      read: (wanted, { timeoutMs, signal: abort }) =>
        readNamed(client, wanted, { timeout: timeoutMs, ...(abort && { signal: abort }) }),
      name: server.name ?? client.getServerVersion()?.name ?? 'server',
      tools,
      call: (name, args, { timeoutMs, signal: abort }) =>
        client.callTool(
          { name, arguments: args },
          { timeout: timeoutMs, maxTotalTimeout: timeoutMs, ...(abort && { signal: abort }) },
        ),
      failure: () => (ended ? failed(server, transport, 'has ended') : undefined),
      close: () => client.close(),
    }
  } catch (cause) {
    await client.close()
    signal?.throwIfAborted()
    const reason = deadline.aborted ? `it was not ready within ${timeout / 1_000} s` : reasonOf(cause)
    throw failed(server, transport, `cannot be used: ${reason}`, cause)
  }
}

/** Resources and prompts of servers that have any; one that cannot list them has none. */
async function listNamed(client: Client, request: { readonly timeout: number }): Promise<readonly Named[]> {
  const { resources: withResources, prompts: withPrompts } = client.getServerCapabilities() ?? {}
  const { resources } = withResources
    ? await client.listResources(undefined, request).catch(() => ({ resources: [] }))
    : { resources: [] }
  const { prompts } = withPrompts
    ? await client.listPrompts(undefined, request).catch(() => ({ prompts: [] }))
    : { prompts: [] }
  return [
    ...resources.map(({ uri, name }): Named => ({ kind: 'resource', name: uri, description: name })),
    ...prompts.map(({ name, description = '' }): Named => ({ kind: 'prompt', name, description })),
  ]
}

async function readNamed(
  client: Client,
  { kind, name }: Named,
  request: { readonly timeout: number; readonly signal?: AbortSignal },
): Promise<string> {
  if (kind === 'prompt') {
    const { messages } = await client.getPrompt({ name }, request)
    return messages.map(({ role, content }) => `${role}: ${resultText({ content: [content] })}`).join('\n')
  }
  const { contents } = await client.readResource({ uri: name }, request)
  return contents
    .map((each) => ('text' in each ? each.text : `[binary, ${each.blob.length} characters in base64]`))
    .join('\n')
}

/**
 * For the SDK, which would check a result against the schema that its server declares. The result becomes text here, so the
 * check would add nothing, and a schema of a stranger can make it take any time.
 */
const acceptAny: jsonSchemaValidator = {
  getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
}

function transportTo(server: McpServer): Transport {
  if (!('url' in server)) return new StdioTransport(server)
  if (!URL.canParse(server.url) || !/^https?:$/.test(new URL(server.url).protocol)) {
    throw invalidOption(`the MCP server ${describeServer(server)} has no http address`)
  }
  return new StreamableHTTPClientTransport(new URL(server.url), {
    fetch: boundedFetch,
    requestInit: { headers: { ...server.headers } },
  })
}

/** One line, with the last words of a server that was started here. */
function failed(server: McpServer, transport: Transport, what: string, cause?: unknown): SkillStateError {
  const said = transport instanceof StdioTransport ? oneLine(transport.stderr.slice(-300)) : ''
  const last = said === '' ? '' : `; it said last: ${said}`
  return new SkillStateError(
    'environment-failed',
    `the MCP server ${describeServer(server)} ${what}${last}`,
    { cause },
  )
}

function reasonOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause)
  if (/ENOENT/.test(message)) return 'there is no such command'
  // A folder of PATH that may not be read gives this for a command that is missing, too.
  if (/EACCES/.test(message)) return 'there is no such command that you may execute'
  return oneLine(message).slice(0, 300)
}
