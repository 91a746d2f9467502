import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a port of this machine, to put between two parts of a host. */
interface Link extends AsyncDisposable {
  readonly port: number
  /** A partition: for so many milliseconds no byte comes through, and no connection ends. */
  cut(ms: number): Promise<void>
}

export async function openLink(to: number): Promise<Link> {
  const sockets = new Set<Socket>()
  let isCut = false
  const join = (from: Socket, onto: Socket): void => {
    sockets.add(from)
    from.on('data', (bytes) => onto.write(bytes))
    from.on('error', () => {}).on('end', () => onto.end())
    from.on('close', () => sockets.delete(from) && onto.destroy())
    if (isCut) from.pause()
  }
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: to, host: '127.0.0.1', allowHalfOpen: true })
    join(near, far)
    join(far, near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async cut(ms) {
      isCut = true
      for (const socket of sockets) socket.pause()
      await new Promise((resolve) => setTimeout(resolve, ms))
      isCut = false
      for (const socket of sockets) socket.resume()
    },
    async [Symbol.asyncDispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
