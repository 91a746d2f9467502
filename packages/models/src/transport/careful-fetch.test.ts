import { expect, test } from 'vitest'
import { type Scene, startLoopback, withLoopback } from '../../test/loopback.ts'
import { signsOfLife } from './attempt.ts'
import { carefulFetch } from './careful-fetch.ts'

test('a response goes through as it is', () =>
  withLoopback([{ status: 201, headers: { 'x-id': '7' }, text: 'hello' }], async ({ url }) => {
    const response = await carefulFetch(url)
    expect([response.status, response.headers.get('x-id'), await response.text()]).toEqual([
      201,
      '7',
      'hello',
    ])
  }))

test('each piece of a body is a sign of life, also a comment of a stream', () =>
  withLoopback([{ events: [': keep-alive\n\n', ': keep-alive\n\n'], delayMs: 20 }], async ({ url }) => {
    let signs = 0
    const alive = (): void => {
      signs += 1
    }
    await signsOfLife.run(alive, async () => (await carefulFetch(url)).text())
    expect(signs).toBeGreaterThan(0)
  }))

test('a response without a body has none', () =>
  withLoopback([{ status: 204, headers: { 'content-type': 'text/plain' } }], async ({ url }) => {
    expect((await carefulFetch(url)).body).toBeNull()
  }))

test.each([301, 302, 303, 307, 308])(
  'a redirect by %d is not followed, so nothing goes to its host',
  async (status) => {
    await using elsewhere = await listening()
    await withLoopback([{ status, headers: { location: elsewhere.url } }], async ({ url }) => {
      const headers = { 'x-api-key': 'canary' }
      const response = await carefulFetch(url, { method: 'POST', body: '{}', headers })
      expect([response.status, elsewhere.requests]).toEqual([status, []])
    })
  },
)

test('a body that is given up frees its socket', () =>
  withLoopback([{ text: 'hello', ending: 'never' }], async (server) => {
    const controller = new AbortController()
    const response = await carefulFetch(server.url, { signal: controller.signal })
    const reading = response.text()
    controller.abort(new Error('enough'))
    await expect(reading).rejects.toThrow('enough')
    while (server.busySockets() > 0) await new Promise((resolve) => setImmediate(resolve))
  }))

async function listening() {
  const scene: Scene = { text: 'stolen' }
  const server = await startLoopback([scene])
  return { ...server, [Symbol.asyncDispose]: () => server.close() }
}
