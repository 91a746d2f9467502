import { createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { wordsOf } from '../../test/bench.ts'
import { freePort } from '../../test/provider/loopback.ts'
import { main } from '../program.ts'

/** What a server answers to a user whom it does not know. */
function rejection(): Buffer {
  const fields = Buffer.from('SFATAL\0C28P01\0Mpassword authentication failed\0\0')
  const length = Buffer.alloc(4)
  length.writeInt32BE(fields.length + 4)
  return Buffer.concat([Buffer.from('E'), length, fields])
}

test.for(['run scaling --horizon 10 --seeds 1', 'worker'])(
  'bench %s waits for a database that is not there yet, and says so',
  async (command) => {
    const port = await freePort()
    const waiting = Promise.withResolvers<string>()
    const heard = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      waiting.resolve(String(text))
      return true
    })
    onTestFinished(() => heard.mockRestore())
    const server = createServer((socket) => socket.end(rejection()))
    onTestFinished(() => void server.close())
    const ended = main(wordsOf(`${command} --queue postgres://me@127.0.0.1:${port}/db`)).catch(
      (error) => error,
    )
    expect(await Promise.race([waiting.promise, ended])).toMatch(
      /nothing listens there.*; waits up to 20 seconds\n$/,
    )
    server.listen(port, '127.0.0.1')
    expect(String(await ended)).toContain('the server rejects user or password')
  },
)
