import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { HostWorld, WorldRequest } from './host-desk.ts'

/** Gives a world an address on this machine, for hosts in other processes; see `hostDesk`. */
export async function serveWorld(world: HostWorld): Promise<{ readonly url: string } & AsyncDisposable> {
  // A host that keeps a connection may use it at any time.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    void text(request)
      .then((body) => world(JSON.parse(body) as WorldRequest))
      .then(
        (answer) => response.end(answer),
        ({ message }: Error) => response.writeHead(500).end(message),
      )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
