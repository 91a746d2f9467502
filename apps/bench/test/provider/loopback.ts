import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on loopback. */
export interface Loopback extends AsyncDisposable {
  readonly port: number
  /** Base URL of its version 1. */
  readonly url: string
}

/** Starts a server that is given each request with its whole body. */
export async function startLoopback(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => unknown,
): Promise<Loopback> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    await answer(request, response, body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A port of loopback on which nothing listens. */
export async function freePort(): Promise<number> {
  await using server = await startLoopback(() => {})
  return server.port
}
