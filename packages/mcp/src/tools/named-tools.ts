import type { JsonObject } from '@skill-state/protocol'
import { type Tool, ToolFailure } from '@skill-state/tools'
import type { Connection, Named } from '../connection/connection.ts'
import type { McpConnections } from '../connection/open-mcp.ts'
import { MAX_CALL_MS } from '../connection/patience.ts'
import { asFailure } from './_call-tool.ts'
import type { McpToolsOptions } from './mcp-tools.ts'

/** Reads a resource or a prompt of a server, as `{"read_server": {"name": "docs://guide"}}`. */
export const READ_SERVER = 'read_server'

const LIST = 'list'
/** Most resources and prompts that the tool's description names: those of the text. */
const MAX_NAMED = 10

/**
 * A tool that reads resources, by their URIs, and prompts, by name and arguments; undefined if no server has any. Its description names
 * those of the text; the name "list" lists all of them. A result is bounded like that of any tool.
 *
 * @example
 * ```ts
 * import { openMcp, readServerTool } from '@skill-state/mcp'
 *
 * const connections = await openMcp([{ url: 'https://mcp.example/v1' }])
 * const read = await readServerTool(connections, 'Follow the rules in `docs://rules`.')
 * console.log(read?.description)
 * ```
 */
export async function readServerTool(
  { connections }: McpConnections,
  text = '',
  { timeoutMs = 60_000 }: Pick<McpToolsOptions, 'timeoutMs'> = {},
): Promise<Tool<JsonObject> | undefined> {
  const first = await listAll(connections)
  if (first.length === 0) return undefined
  const named = first.filter(({ named: each }) => isNamedIn(text, each)).slice(0, MAX_NAMED)
  const lines = named.map(({ named: each }) => ` ${lineOf(each)};`)
  return {
    description: `Reads a resource of a server by its URI, or a prompt by its name and arguments. The name "${LIST}" lists all of them.${lines.join('')}`,
    input: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        arguments: { type: 'object', additionalProperties: { type: 'string' } },
      },
      required: ['name'],
      additionalProperties: false,
    },
    timeoutMs: MAX_CALL_MS + timeoutMs,
    onUnknown: 'repeat',
    execute: async ({ name, arguments: args = {} }, { signal }) => {
      const listed = await listAll(connections)
      if (name === LIST) return listed.map((each) => lineOf(each.named)).join('\n')
      const wanted = typeof name === 'string' ? name : ''
      const owners = listed.filter((each) => each.named.name === wanted).map((each) => each.connection)
      // A URI may come from a template or a link, and then no server lists it.
      const asked = owners.length > 0 ? owners : [...new Set(listed.map((each) => each.connection))]
      let failure: unknown
      for (const connection of asked) {
        try {
          return await connection.read(wanted, args as Record<string, string>, { timeoutMs, signal })
        } catch (error) {
          signal.throwIfAborted()
          failure ??= error
        }
      }
      throw new ToolFailure(`${wanted.slice(0, 200)} cannot be read: ${asFailure(failure)}`)
    },
  }
}

interface Listed {
  readonly named: Named
  readonly connection: Connection
}

async function listAll(connections: readonly Connection[]): Promise<readonly Listed[]> {
  const lists = connections.map(async (connection) => {
    const all = await connection.named()
    return all.map((named) => ({ named, connection }))
  })
  return (await Promise.all(lists)).flat()
}

/** A prompt's name counts in back-ticks or quotes only, since it can be any word. */
function isNamedIn(text: string, { kind, name }: Named): boolean {
  if (kind !== 'prompt') return text.includes(name)
  return ['`', '"', "'"].some((quote) => text.includes(quote + name + quote))
}

function lineOf({ kind, name, description }: Named): string {
  return `${kind} ${name}${description === '' ? '' : `: ${description}`}`
}
