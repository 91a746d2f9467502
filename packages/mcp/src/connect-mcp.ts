import type { Tool } from '@modelcontextprotocol/client'
import { type JsonObject, SkillStateError } from '@skill-state/protocol'
import { type Connection, type ConnectOptions, connect } from './_connection.ts'
import { OWN_ACTIONS } from './_own-actions.ts'
import { usableSchema } from './_usable-schema.ts'
import type { McpServer } from './server.ts'

/** A tool of one of the servers, as an action. */
export interface McpTool {
  /** The key of its action: the tool's name, with the server's before it where the name alone is taken. */
  readonly action: string
  /** The name that its server knows. */
  readonly name: string
  readonly server: string
  readonly description: string
  /** JSON Schema of its arguments, an object. */
  readonly parameters: JsonObject
}

/** Servers that answer, with the tools that were chosen of theirs. Whoever connects closes. */
export interface McpConnections {
  readonly tools: readonly McpTool[]
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
 */
export async function connectMcp(
  servers: readonly McpServer[],
  options: ConnectMcpOptions = {},
): Promise<McpConnections> {
  const connections = await connectAll(servers, options)
  const close = async (): Promise<void> => {
    await Promise.all(connections.map((connection) => connection.close()))
  }
  try {
    const notes: string[] = []
    const owners = new Map(listTools(connections, (text) => notes.push(text)))
    const tools = choose([...owners.keys()], options.only)
    const connectionOf = (tool: McpTool): Connection => {
      const connection = owners.get(tool)
      if (connection !== undefined) return connection
      throw new SkillStateError('invalid-option', `the tool "${tool.action}" is not of these servers`)
    }
    return { tools, notes, connectionOf, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function connectAll(servers: readonly McpServer[], options: ConnectOptions): Promise<Connection[]> {
  const results = await Promise.allSettled(servers.map((server) => connect(server, options)))
  const connections = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const failure = results.find((result) => result.status === 'rejected')
  if (failure === undefined) return connections
  await Promise.all(connections.map((connection) => connection.close()))
  throw failure.reason
}

/** Every tool with its server, in the servers' order. */
function listTools(
  connections: readonly Connection[],
  note: (text: string) => void,
): readonly [McpTool, Connection][] {
  const all = connections.flatMap((connection, index) =>
    connection.tools.map((tool) => ({ tool, connection, server: uniqueName(connections, index) })),
  )
  const count = new Map<string, number>(OWN_ACTIONS.map((name) => [name, 1]))
  for (const { tool } of all) count.set(tool.name, (count.get(tool.name) ?? 0) + 1)
  return all.flatMap(({ tool, connection, server }): [McpTool, Connection][] => {
    const action = (count.get(tool.name) ?? 0) > 1 ? `${server}.${tool.name}` : tool.name
    if (!ACTION.test(action)) {
      note(`a tool of ${JSON.stringify(server)} is left out: its name is not fit for an action`)
      return []
    }
    return [[toolOf(tool, action, server, note), connection]]
  })
}

/** Letters, digits and what the standard allows beside them. */
const ACTION = /^[\w.\-/ ]{1,160}$/

function toolOf(tool: Tool, action: string, server: string, note: (text: string) => void): McpTool {
  const parameters = usableSchema(tool.inputSchema as JsonObject)
  if (parameters === undefined)
    note(`"${action}" has a schema that cannot be used: any arguments are passed on`)
  return {
    action,
    name: tool.name,
    server,
    description: tool.description ?? tool.title ?? '',
    parameters: parameters ?? { type: 'object' },
  }
}

/** The name, numbered where an earlier server has it too. */
function uniqueName(connections: readonly Connection[], index: number): string {
  const name = connections[index]?.name ?? ''
  const before = connections.slice(0, index).filter((connection) => connection.name === name).length
  return before === 0 ? name : `${name}-${before + 1}`
}

function choose(tools: readonly McpTool[], only: readonly string[] | undefined): readonly McpTool[] {
  if (only === undefined) return tools
  const missing = only.find((name) => tools.every(({ action }) => action !== name))
  if (missing === undefined) return tools.filter(({ action }) => only.includes(action))
  const known = tools.map(({ action }) => action).join(', ') || 'none'
  throw new SkillStateError('invalid-option', `no server has the tool "${missing}"; there are ${known}`)
}
