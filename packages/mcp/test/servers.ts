import { once } from 'node:events'
import { mkdtempSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { StdioServer } from '../src/server.ts'

const require = createRequire(import.meta.url)

/** For tests: the published servers, as they are installed. */
export function everything(): StdioServer {
  return nodeServer(require.resolve('@modelcontextprotocol/server-everything/package.json'), ['stdio'])
}

/** Started by many tests, so it finds in its environment where Node.js keeps what it has compiled. */
export function filesystem(folder: string): StdioServer {
  const { NODE_COMPILE_CACHE = '' } = process.env
  const server = nodeServer(require.resolve('@modelcontextprotocol/server-filesystem/package.json'), [folder])
  return { ...server, env: { NODE_COMPILE_CACHE } }
}

/** For tests: a server of one file of source, which speaks the protocol by hand. */
export function inlineServer(source: string, capabilities = '{ tools: {} }'): StdioServer {
  return {
    command: process.execPath,
    args: ['-e', HANDSHAKE.replace('CAPABILITIES', capabilities) + source],
    name: 'inline',
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

export function emptyFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'skill-state-mcp-')))
}

function nodeServer(manifest: string, args: readonly string[]): StdioServer {
  return { command: process.execPath, args: [join(dirname(manifest), 'dist/index.js'), ...args] }
}

/**
 * Answers `initialize`, leaves the rest to `handle(method, params, answer)` and notifications to `heard(method)`, if there is one;
 * `request(method, params, hear)` asks the client.
 */
const HANDSHAKE = `
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
const asked = []
const request = (method, params, hear) => send({ id: 'r' + asked.push(hear), method, params })
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, ...reply } = JSON.parse(line)
  const answer = (result) => send({ id, result })
  if (method === undefined) return asked[id.slice(1) - 1](reply)
  if (id === undefined) return typeof heard === 'function' && heard(method)
  if (method === 'initialize') return answer({ protocolVersion: params.protocolVersion, capabilities: CAPABILITIES, serverInfo: { name: 'inline', version: '1' } })
  handle(method, params, answer, (code, message) => send({ id, error: { code, message } }))
}).on('close', () => process.exit(0))
`
