import { createServer, type Server } from 'node:http'
import type { Agent, SessionStore } from '@skill-state/agent'
import { serve } from './web-server.ts'

/**
 * The web server as a container runs it. `GET /health` is 200 while the store answers and the server is not ending. SIGTERM
 * lets the turns under way come to their end; what is cut off after the time that the host gives continues in the next process.
 */
export function deployed(agent: Agent<unknown>, store: SessionStore, ready: () => Promise<unknown>): Server {
  const turns = serve(agent, store)
  let ending = false
  const server = createServer(async (request, response) => {
    if (request.url !== '/health') {
      turns.emit('request', request, response)
      return
    }
    const ok =
      !ending &&
      (await ready().then(
        () => true,
        () => false,
      ))
    response.writeHead(ok ? 200 : 503).end()
  })
  process.once('SIGTERM', () => {
    ending = true
    server.close()
  })
  return server
}
