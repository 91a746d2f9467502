import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { fileSessions } from '@skill-state/agent/files'
import { agentServer } from '@skill-state/agent/mcp'
import { fetchSkill } from '@skill-state/agent-skills'
import { boundedMessages } from '@skill-state/mcp'
import { invalidOption } from '@skill-state/protocol'
import manifest from '../../package.json' with { type: 'json' }
import { brief } from '../brief.ts'
import { loadAgent } from '../run/load-agent.ts'
import type { ServeFlags } from '../run/options.ts'
import { type ServedAgent, skillAgent } from '../run/skill-agent.ts'

/** `skill-state serve`: speaks MCP on standard input and output until the host goes. */
export async function serveCommand(source: string, flags: ServeFlags): Promise<void> {
  const { agent, name, description, close } = await served(source, flags)
  try {
    const store = fileSessions(flags.sessions)
    const server = serveStdio(agentServer({ agent, store, name, description, version: manifest.version }), {
      transport: boundedStdio(),
      onerror: (error) => report(error.message),
    })
    process.stderr.write(`serving ${name} to the host on standard input and output\n`)
    await Promise.race([once(process.stdin, 'close'), once(process, 'SIGINT'), once(process, 'SIGTERM')])
    await server.close()
  } finally {
    await close()
  }
}

/** Most bytes of one message. */
const MAX_MESSAGE_BYTES = 10_000_000
/** Of JSON-RPC: a request that is not answered as it is. */
const INVALID_REQUEST = -32_600

/** Standard input and output. A longer message is rejected; the transport of the SDK would end with it. */
function boundedStdio(): StdioServerTransport {
  const input = boundedMessages(MAX_MESSAGE_BYTES, (id) => {
    const message = `the message is rejected: it has more than ${MAX_MESSAGE_BYTES / 1_000_000} MB`
    report(message)
    if (id === undefined) return
    transport.send({ jsonrpc: '2.0', id, error: { code: INVALID_REQUEST, message } }).catch(() => {}) // the host has gone
  })
  const transport = new StdioServerTransport(process.stdin.pipe(input), process.stdout, {
    maxBufferSize: 2 * MAX_MESSAGE_BYTES,
  })
  return transport
}

function report(message: string): void {
  process.stderr.write(`skill-state: ${brief(message)}\n`)
}

/** What an agent in a file leaves to say. */
const OF_FILES = ['mcp', 'sessions']

async function served(source: string, flags: ServeFlags): Promise<ServedAgent> {
  if (existsSync(source) && statSync(source).isFile()) {
    const isPlain = Object.keys(flags).every((flag) => OF_FILES.includes(flag))
    if (isPlain) return await loadAgent(source)
    throw invalidOption(
      `${source}: an agent in a file has its own model, tools and limits: leave the options of skills out`,
    )
  }
  const { model } = flags
  if (model === undefined)
    throw invalidOption('--model: name the model that decides, as provider:model, local:FILE or ./module.ts')
  const { folder, close } = await fetchSkill(source)
  try {
    const made = await skillAgent(folder, model, flags)
    return {
      ...made,
      async close() {
        await made.close()
        close()
      },
    }
  } catch (error) {
    close()
    throw error
  }
}
