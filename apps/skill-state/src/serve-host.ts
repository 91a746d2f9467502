import { once } from 'node:events'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { boundedMessages } from '@skill-state/mcp'
import { warn } from './brief.ts'

/** Serves MCP on standard input and output until the host goes. */
export async function serveHost(factory: Parameters<typeof serveStdio>[0], name: string): Promise<void> {
  const server = serveStdio(factory, {
    transport: boundedStdio(),
    onerror: (error) => warn(error.message),
  })
  process.stderr.write(`serving ${name} to the host on standard input and output\n`)
  await Promise.race([once(process.stdin, 'close'), once(process, 'SIGINT'), once(process, 'SIGTERM')])
  await server.close()
}

/** Most bytes of one message. */
const MAX_MESSAGE_BYTES = 10_000_000
/** Of JSON-RPC: a request that is not answered as it is. */
const INVALID_REQUEST = -32_600

/** Standard input and output. A longer message is rejected; the transport of the SDK would end with it. */
function boundedStdio(): StdioServerTransport {
  const input = boundedMessages(MAX_MESSAGE_BYTES, (id) => {
    const message = `the message is rejected: it has more than ${MAX_MESSAGE_BYTES / 1_000_000} MB`
    warn(message)
    if (id === undefined) return
    transport.send({ jsonrpc: '2.0', id, error: { code: INVALID_REQUEST, message } }).catch(() => {}) // the host has gone
  })
  const transport = new StdioServerTransport(process.stdin.pipe(input), process.stdout, {
    maxBufferSize: 2 * MAX_MESSAGE_BYTES,
  })
  return transport
}
