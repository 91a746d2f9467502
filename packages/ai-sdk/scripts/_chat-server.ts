import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createAgentUIStreamResponse, type ToolLoopAgent, type ToolSet, type UIMessage } from 'ai'
import type { SessionOptions } from '../src/index.ts'

/**
 * Serves the page, its script and a chat with an agent, which is the server of any `useChat`. A page that is left stops
 * nothing: an abort would withdraw its message.
 */
export async function serveChat(
  agent: ToolLoopAgent<SessionOptions, ToolSet>,
  script: string,
): Promise<{ readonly address: string; close(): void }> {
  let messages: UIMessage[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url === '/') return void response.setHeader('content-type', 'text/html').end(PAGE)
    if (request.url === '/page.js')
      return void response.setHeader('content-type', 'text/javascript').end(script)
    if (request.url === '/messages') return void response.end(JSON.stringify(messages))
    if (request.url !== '/chat') return void response.writeHead(404).end()
    const body = JSON.parse(await text(request)) as { id: string; messages: UIMessage[] }
    messages = body.messages
    const stream = await createAgentUIStreamResponse({
      agent,
      uiMessages: body.messages,
      options: { session: body.id },
      onEnd: ({ messages: all }) => {
        messages = all
      },
    })
    response.writeHead(stream.status, Object.fromEntries(stream.headers))
    for await (const chunk of stream.body ?? []) if (!response.destroyed) response.write(chunk)
    response.end()
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, close: () => server.close() }
}

const PAGE =
  '<!doctype html><meta charset="utf-8"><div id="root"></div><script type="module" src="/page.js"></script>'
