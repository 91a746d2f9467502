import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv'
import { invalidOption, type JsonObject } from '@skill-state/protocol'
import type { McpServer } from '../server.ts'
import { chooseOffers, listOffers, type Offer } from './_offers.ts'
import { usableSchema } from './_usable-schema.ts'
import { type Connection, type ConnectOptions, connect } from './connection.ts'
import { oneLine } from './result-text.ts'

/** A tool of one of the servers, as an action. */
export interface McpTool {
  /** The key of its action: the tool's name, with the server's before it if the name alone is taken. */
  readonly action: string
  /** The name that its server knows. */
  readonly name: string
  readonly server: string
  readonly description: string
  /** JSON Schema of its arguments, an object. */
  readonly parameters: JsonObject
  /** Whether its server says that it changes nothing. */
  readonly readOnly: boolean
  /** Whether its server says that it may destroy something. */
  readonly destructive: boolean
}

/** Connected servers, with their chosen tools. The caller closes them. */
export interface McpConnections {
  readonly tools: readonly McpTool[]
  readonly connections: readonly Connection[]
  /** What the servers say of their use, each below its name and cut to 4,000 characters; may be empty. */
  readonly instructions: string
  /** What was left out or changed, in words. */
  readonly notes: readonly string[]
  /** The server that has the tool. Throws `invalid-option` for a tool of other connections. */
  connectionOf(tool: McpTool): Connection
  /** Ends the servers that were started here. May be called more than once. */
  close(): Promise<void>
}

export interface ConnectMcpOptions extends ConnectOptions {
  /** Actions to offer, by their names. Default: all tools. */
  readonly only?: readonly string[] | undefined
}

/**
 * Connects to the servers and lists their tools. Throws `environment-failed` for a server that cannot be used, after the
 * others were ended, and `invalid-option` for a chosen tool that no server has.
 *
 * @example
 * ```ts
 * import { openMcp } from '@skill-state/mcp'
 *
 * const connections = await openMcp([{ command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '.'] }])
 * console.log(connections.tools.map(({ name }) => name))
 * await connections.close()
 * ```
 */
export async function openMcp(
  servers: readonly McpServer[],
  options: ConnectMcpOptions = {},
): Promise<McpConnections> {
  const connections = await connectAll(servers, options)
  const close = async (): Promise<void> => {
    await Promise.all(connections.map((connection) => connection.close()))
  }
  try {
    const notes: string[] = []
    const offers = chooseOffers(listOffers(connections, notes), options.only)
    const validator = new AjvJsonSchemaValidator()
    const owners = new Map(offers.map((offer) => [toolOf(offer, validator, notes), offer.connection]))
    const connectionOf = (tool: McpTool): Connection => {
      const connection = owners.get(tool)
      if (connection !== undefined) return connection
      throw invalidOption(`the tool "${tool.action}" is not of these servers`)
    }
    const instructions = instructionsOf(connections)
    return { tools: [...owners.keys()], connections, instructions, notes, connectionOf, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Most characters of a server's instructions, which every prompt has. */
const MAX_INSTRUCTIONS = 4_000

function instructionsOf(connections: readonly Connection[]): string {
  return connections
    .filter(({ instructions }) => instructions.trim() !== '')
    .map(({ name, instructions }) => {
      const whole = instructions.trim().toWellFormed()
      const text =
        whole.length > MAX_INSTRUCTIONS ? `${whole.slice(0, MAX_INSTRUCTIONS).toWellFormed()}…` : whole
      return `## Server ${oneLine(name).slice(0, 100)}\n\n${text}`
    })
    .join('\n\n')
}

async function connectAll(servers: readonly McpServer[], options: ConnectOptions): Promise<Connection[]> {
  const results = await Promise.allSettled(servers.map((server) => connect(server, options)))
  const connections = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const failure = results.find((result) => result.status === 'rejected')
  if (failure === undefined) return connections
  await Promise.all(connections.map((connection) => connection.close()))
  throw failure.reason
}

function toolOf(
  { action, tool, server }: Offer,
  validator: AjvJsonSchemaValidator,
  notes: string[],
): McpTool {
  const parameters = usableSchema(tool.inputSchema as JsonObject, validator)
  if (parameters === undefined)
    notes.push(`"${action}" has a schema that cannot be used: any arguments are passed on`)
  return {
    action,
    name: tool.name,
    server,
    description: tool.description ?? tool.title ?? '',
    parameters: parameters ?? { type: 'object' },
    readOnly: tool.annotations?.readOnlyHint === true,
    destructive: tool.annotations?.readOnlyHint !== true && tool.annotations?.destructiveHint === true,
  }
}
