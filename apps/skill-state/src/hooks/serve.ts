import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { type JsonObject, reasonOf } from '@skill-state/protocol'
import manifest from '../../package.json' with { type: 'json' }
import { brief } from '../brief.ts'
import { serveHost } from '../serve-host.ts'
import { SERVER } from './limits.ts'
import { STATE_TOOLS } from './state-tools.ts'

const WAIT_MS = 10_000

/** `skill-state hooks serve`: the states of the project in the working folder, and of its sessions, for a host that speaks MCP. */
export async function serveStates(maxChars: number): Promise<void> {
  await serveHost(() => stateServer(maxChars), SERVER)
}

function stateServer(maxChars: number): McpServer {
  const server = new McpServer({ name: SERVER, version: manifest.version }, { instructions: INSTRUCTIONS })
  for (const { name, description, inputSchema, run } of STATE_TOOLS) {
    const schema = fromJsonSchema<JsonObject>(inputSchema as Parameters<typeof fromJsonSchema>[0])
    const annotations = { readOnlyHint: name !== 'state_patch', openWorldHint: false }
    server.registerTool(name, { description, inputSchema: schema, annotations }, async (input) => {
      try {
        const value = await run(input, { cwd: process.cwd(), maxChars, until: Date.now() + WAIT_MS })
        return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value }
      } catch (error) {
        const text = brief(reasonOf(error), 1_000)
        return { content: [{ type: 'text', text }], isError: true }
      }
    })
  }
  return server
}

const INSTRUCTIONS =
  'Keeps a small state of this project that outlives compactions and sessions: constraints that were stated, decisions with their reasons, open tasks. Record one with state_patch when it comes up.'
