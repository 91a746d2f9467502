import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterAll, expect } from 'vitest'
import { type Attack, python } from './attack.ts'

const abstractName = `skill-state-${process.pid}`
const byPort = await listen({ port: 0, host: '127.0.0.1' })
const byName = await listen({ path: `\0${abstractName}` })
const address = byPort.server.address()
const port = typeof address === 'object' ? address?.port : undefined

/** Ways to services of this machine, which listen on its loopback only, and to a network. */
export const attacksOnNetwork: readonly Attack[] = [
  {
    name: 'connects to a service on loopback',
    command: `exec 3<>/dev/tcp/127.0.0.1/${port} && echo connected`,
    held: ({ text }) => {
      expect(text).toContain('Connection refused')
      expect(byPort.connections()).toBe(0)
    },
  },
  {
    name: 'connects to an abstract unix socket',
    command: python(
      `import socket
socket.socket(socket.AF_UNIX).connect('\\0${abstractName}')`.replace('\\0', '\\\\0'.slice(1)),
    ),
    held: ({ text }) => {
      expect(text).toContain('ConnectionRefusedError')
      expect(byName.connections()).toBe(0)
    },
  },
  {
    name: 'finds a network interface, a route or a socket of a service',
    command:
      'tail -n +3 /proc/net/dev | grep -v " lo:"; tail -n +2 /proc/net/route; tail -n +2 /proc/net/unix; ls -A /run; echo end',
    held: ({ text }) => expect(text).toBe('end\n'),
  },
]

async function listen(
  where: { readonly port: number; readonly host: string } | { readonly path: string },
): Promise<{ readonly server: Server; readonly connections: () => number }> {
  let count = 0
  const server = createServer((socket) => {
    count++
    socket.destroy()
  })
  server.listen(where)
  await once(server, 'listening')
  afterAll(() => void server.close())
  return { server, connections: () => count }
}
