import { Client, type ClientCapabilities } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { path } from './skill-state.ts'

/** Calls a tool of the program; gives the result's object. */
export type Call = (name: string, input: Record<string, unknown>) => Promise<unknown>

/** A host that starts the program, calls its tools, and ends it. */
export async function host(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  use: (call: Call, client: Client) => Promise<void>,
  capabilities: ClientCapabilities = {},
): Promise<void> {
  const client = new Client({ name: 'host', version: '1' }, { capabilities })
  const main = ['--conditions=@skill-state/source', path('../src/main.ts'), 'serve', '--mcp', ...args]
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: main,
    env: { ...(process.env as Record<string, string>), ...env },
    stderr: 'ignore',
  })
  await client.connect(transport)
  try {
    await use(
      async (name, input) => (await client.callTool({ name, arguments: input })).structuredContent,
      client,
    )
  } finally {
    await client.close()
  }
}
