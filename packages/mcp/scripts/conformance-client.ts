// The client that the official conformance suite starts for each of its cases, with the address of a server.
import { openMcp } from '../src/connection/open-mcp.ts'
import { mcpEnvironment } from '../src/environment.ts'

const [url = ''] = process.argv.slice(2)
const { client_id: clientId, client_secret: clientSecret } = JSON.parse(
  process.env.MCP_CONFORMANCE_CONTEXT ?? '{}',
)
const connections = await openMcp([{ url, oauth: { clientId, clientSecret } }], {
  onQuestion: async () => ({}),
  // In place of a person, who would be led back by a browser.
  onAuthorize: (page) => void fetch(page),
})
const environment = mcpEnvironment(connections)
await environment.reset({ seed: 0 })
for (const { action } of connections.tools) await environment.step({ [action]: { a: 5, b: 3 } })
await environment.close()
