import { createServer } from 'node:net'

/** A port of this machine on which nothing listens. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address === null || typeof address === 'string' ? reject() : resolve(address.port)))
    })
  })
}
