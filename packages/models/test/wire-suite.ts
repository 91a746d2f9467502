import { inspect } from 'node:util'
import type { Model } from '@skill-state/protocol'
import { testModel } from '@skill-state/protocol/conformance'
import { afterAll, describe, expect, test } from 'vitest'
import type { TransportSettings } from '../src/transport/transport.ts'
import { testKeepAlive } from './keep-alive.ts'
import { type Loopback, type Scene, startLoopback, until, withLoopback } from './loopback.ts'

/** The key of every model here, and a secret that is sent as a header. */
export const canary = 'canary-5e2b91c07d'
export const headerCanary = 'canary-81f0d6a3'

export interface Wire {
  /** A model that talks to the address, with the canaries as its key and as its header `x-api-key`. */
  readonly create: (url: string, stream: boolean, transport: TransportSettings) => Model
  /** A whole reply that says `hello`, of a model called `exact`. */
  readonly reply: (stream: boolean) => Scene
  /** The same reply, of which the connection gives only a part. */
  readonly part: (stream: boolean) => Scene
  /** An error in place of the rest of a reply, with the text. */
  readonly failure: (stream: boolean, message: string) => Scene
  /** Named if the key is rejected. */
  readonly keyVariable: string
}

/** Waits for next to nothing between attempts. */
const quick: TransportSettings = { backoff: { baseMs: 1, capMs: 1 } }
const once: TransportSettings = { attempts: 1 }

/** What happens between this process and a server: the same for each wire format, streamed or not. */
export function testWire(wire: Wire): void {
  testKeepAlive({
    create: (url, transport) => wire.create(url, true, transport),
    reply: wire.reply(true).events ?? [],
    begun: wire.part(true).events?.length ?? 0,
    text: 'hello',
  })
  for (const stream of [false, true]) describe(stream ? 'streamed' : 'whole', () => scenarios(wire, stream))
}

function scenarios({ create, reply, part, failure, keyVariable }: Wire, stream: boolean): void {
  const ask = (server: Loopback, transport: TransportSettings = quick) =>
    create(server.url, stream, transport).generate({ prompt: 'hi' })
  const error = (status: number, headers: Record<string, string> = {}): Scene => ({
    status,
    headers: { ...headers, 'x-echo': canary },
    json: {
      error: {
        message: `you sent ${canary} and ${headerCanary}`,
        type: 'api_error',
        param: null,
        code: null,
      },
    },
  })

  describe('conformance', () => {
    let server: Loopback | undefined
    afterAll(() => server?.close())
    const open = async (): Promise<Model> => {
      server ??= await startLoopback([reply(stream)])
      return create(server.url, stream, quick)
    }
    for (const check of testModel({ create: open, prompt: 'any' })) test(check.name, () => check.run())
  })

  test('answers', () =>
    withLoopback([reply(stream)], async (server) => {
      const answer = await ask(server)
      expect(answer).toMatchObject({ text: 'hello', finishReason: 'stop', model: 'exact' })
      expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${canary}`)
      expect(server.requests[0]?.body.stream ?? false).toBe(stream)
    }))

  test('a server that answers whole is understood, whatever was asked for', () =>
    withLoopback([reply(false), failure(false, 'out of memory')], async (server) => {
      expect((await ask(server)).text).toBe('hello')
      await expect(ask(server, once)).rejects.toThrow('out of memory')
    }))

  test('a redirect is rejected', () =>
    withLoopback([{ status: 307, headers: { location: '/elsewhere' } }], async (server) => {
      await expect(ask(server)).rejects.toMatchObject({ code: 'model-refused', cause: { status: 307 } })
      expect(server.requests).toHaveLength(1)
    }))

  test('a rejected key is asked for once, and its variable named', () =>
    withLoopback([error(401)], async (server) => {
      await expect(ask(server)).rejects.toMatchObject({
        code: 'model-refused',
        message: expect.stringContaining(keyVariable),
        cause: { status: 401, mayBeCharged: false },
      })
      expect(server.requests).toHaveLength(1)
    }))

  test('429 without a wait is tried again', () =>
    withLoopback([error(429), reply(stream)], async (server) => {
      expect((await ask(server)).text).toBe('hello')
      expect(server.requests).toHaveLength(2)
    }))

  test('429 with a wait that is too long is not', () =>
    withLoopback([error(429, { 'retry-after': '3600' })], async (server) => {
      await expect(ask(server)).rejects.toMatchObject({
        code: 'model-failed',
        message: expect.stringContaining('3600 s'),
        cause: { status: 429, retryAfterMs: 3_600_000 },
      })
      expect(server.requests).toHaveLength(1)
    }))

  test('500, then success: heard of, and charged for once', () =>
    withLoopback([error(500), reply(stream)], async (server) => {
      const failures: unknown[] = []
      const model = create(server.url, stream, quick)
      const answer = await model.generate({ prompt: 'hi', onRetry: (failed) => void failures.push(failed) })
      expect(answer.text).toBe('hello')
      expect(failures).toMatchObject([{ code: 'model-failed', mayBeCharged: false }])
    }))

  test('500 for ever ends after six attempts', () =>
    withLoopback([error(500)], async (server) => {
      await expect(ask(server)).rejects.toMatchObject({ code: 'model-failed', cause: { status: 500 } })
      expect(server.requests).toHaveLength(6)
    }))

  test('a connection that is cut in the middle of a reply may be charged', () =>
    withLoopback([{ ...part(stream), ending: 'cut' }, reply(stream)], async (server) => {
      const failures: unknown[] = []
      const model = create(server.url, stream, quick)
      const answer = await model.generate({ prompt: 'hi', onRetry: (failed) => void failures.push(failed) })
      expect(answer.text).toBe('hello')
      expect(failures).toMatchObject([{ code: 'model-failed', mayBeCharged: true }])
    }))

  test('a connection that is cut before the reply may be charged', () =>
    withLoopback([{ text: '', headers: { 'content-length': '9' }, ending: 'cut' }], async (server) => {
      await expect(ask(server, once)).rejects.toMatchObject({ cause: { mayBeCharged: true } })
    }))

  test('a reply that never ends is given up, and its socket freed', () =>
    withLoopback([{ ...part(stream), ending: 'never' }], async (server) => {
      const before = resources()
      const call = ask(server, { ...once, attemptTimeoutMs: 100 })
      await expect(call).rejects.toMatchObject({ code: 'model-failed', cause: { mayBeCharged: true } })
      await until(() => server.busySockets() === 0)
      await until(() => resources() <= before)
    }))

  test('headers that never come are given up, and their socket freed', () =>
    withLoopback([{ ...reply(stream), delayMs: 60_000 }], async (server) => {
      const call = ask(server, { ...once, attemptTimeoutMs: 100 })
      await expect(call).rejects.toMatchObject({ code: 'model-failed', cause: { mayBeCharged: true } })
      await until(() => server.busySockets() === 0)
    }))

  test('an aborted call frees its socket, and throws the reason', () =>
    withLoopback([{ ...part(stream), ending: 'never' }], async (server) => {
      const before = resources()
      const controller = new AbortController()
      const model = create(server.url, stream, quick)
      const call = model.generate({ prompt: 'hi', signal: controller.signal })
      call.catch(() => {})
      await until(() => server.busySockets() === 1)
      const reason = new Error('enough')
      controller.abort(reason)
      await expect(call).rejects.toBe(reason)
      await until(() => server.busySockets() === 0)
      await until(() => resources() <= before)
    }))

  test('the listener hears the text that the reply has', () =>
    withLoopback([reply(stream)], async (server) => {
      const pieces: string[] = []
      const model = create(server.url, stream, quick)
      const { text } = await model.generate({ prompt: 'hi', onText: (piece) => void pieces.push(piece) })
      expect([text, pieces.join('')]).toEqual(['hello', 'hello'])
    }))

  test('the listener hears a streamed text before the reply is complete', () =>
    withLoopback([{ ...part(stream), ending: 'never' }], async (server) => {
      const controller = new AbortController()
      const pieces: string[] = []
      const model = create(server.url, stream, quick)
      const onText = (piece: string): void => void pieces.push(piece)
      const call = model.generate({ prompt: 'hi', onText, signal: controller.signal })
      call.catch(() => {})
      await until(() => server.busySockets() === 1 && (!stream || pieces.length > 0))
      controller.abort(new Error('enough'))
      await expect(call).rejects.toThrow('enough')
      expect('hello'.startsWith(pieces.join(''))).toBe(true)
    }))

  test('after a retry the text begins anew', () =>
    withLoopback([{ ...part(stream), ending: 'cut' }, reply(stream)], async (server) => {
      const heard: string[] = ['']
      await create(server.url, stream, quick).generate({
        prompt: 'hi',
        onText: (piece) => heard.push(`${heard.pop()}${piece}`),
        onRetry: () => void heard.push(''),
      })
      const [before = '', after] = heard
      expect([heard.length, after]).toEqual([2, 'hello'])
      expect(stream ? before !== '' && 'hello'.startsWith(before) : before === '').toBe(true)
    }))

  test('what the listener throws ends the call, and frees its socket', () =>
    withLoopback([{ ...reply(stream), delayMs: 1 }], async (server) => {
      const reason = new Error('deaf')
      const onText = (): void => {
        throw reason
      }
      const call = create(server.url, stream, quick).generate({ prompt: 'hi', onText })
      await expect(call).rejects.toBe(reason)
      expect(server.requests).toHaveLength(1)
      await until(() => server.busySockets() === 0)
    }))

  test('an error in place of the rest of a reply', () =>
    withLoopback([failure(stream, 'out of memory')], async (server) => {
      await expect(ask(server, once)).rejects.toMatchObject({
        code: 'model-failed',
        message: expect.stringContaining('out of memory'),
        cause: { mayBeCharged: true },
      })
    }))

  test.each([
    ['JSON that is cut', { text: '{"id": "x', headers: { 'content-type': 'application/json' } }],
    ['an HTML page', { text: '<html>hello</html>', headers: { 'content-type': 'text/html' } }],
    ['an empty body', { text: '', headers: { 'content-type': 'application/json' } }],
    ['JSON of another shape', { json: { hello: 'world' } }],
    ['null', { json: null }],
    ['a text', { json: 'hello' }],
  ])('%s is no reply, and may be charged', (_, scene) =>
    withLoopback([scene], async (server) => {
      await expect(ask(server, once)).rejects.toMatchObject({
        code: 'model-failed',
        cause: { name: 'ProviderError', retryable: true, mayBeCharged: true },
      })
    }),
  )

  test('a page in place of a reply is called one', () =>
    withLoopback(
      [{ text: '<html>hello</html>', headers: { 'content-type': 'text/html' } }],
      async (server) => {
        await expect(ask(server, once)).rejects.toThrow('content type text/html')
        await until(() => server.busySockets() === 0)
      },
    ))

  test('a page that never ends is called one at once if a stream was asked for', () =>
    withLoopback(
      [{ text: '<html>hello', headers: { 'content-type': 'text/html' }, ending: 'never' }],
      async (server) => {
        const call = ask(server, { ...once, attemptTimeoutMs: stream ? 30_000 : 100 })
        await expect(call).rejects.toThrow(stream ? 'content type text/html' : 'no complete response')
        await until(() => server.busySockets() === 0)
      },
    ))

  test('a server that is not there costs nothing', async () => {
    const url = await withLoopback([reply(stream)], async (server) => server.url)
    const call = create(url, stream, once).generate({ prompt: 'hi' })
    await expect(call).rejects.toMatchObject({ code: 'model-failed', cause: { mayBeCharged: false } })
  })

  test('the key is shown nowhere', async () => {
    const scenes: readonly Scene[] = [
      ...[400, 401, 403, 404, 409, 429, 500].map((status) => error(status)),
      { status: 500, text: `${canary} ${headerCanary}` },
      { status: 400, json: [{ error: { message: canary } }] },
      { text: canary },
      { text: canary, headers: { 'content-type': 'application/json' } },
      { events: [`data: ${canary}\n\n`] },
      failure(stream, `${canary} ${headerCanary}`),
      { ...part(stream), ending: 'cut' },
    ]
    for (const scene of scenes) {
      await withLoopback([scene], async (server) => {
        const model = create(server.url, stream, once)
        const thrown = await model.generate({ prompt: 'hi' }).catch((reason: unknown) => reason)
        const shown = inspect([thrown, model], { depth: Infinity, showHidden: true })
        expect(thrown).toBeInstanceOf(Error)
        for (const secret of [canary, headerCanary]) {
          expect(shown + JSON.stringify(model)).not.toContain(secret)
        }
      })
    }
  })
}

/** Timers and sockets that keep this process alive. */
function resources(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout' || name.startsWith('TCP'))
    .length
}
