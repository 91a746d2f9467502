import { testModel } from '@skill-state/protocol/conformance'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  beginning,
  errorScene,
  named,
  type PlayedMessage,
  playedUsage,
  streamed,
  textBlock,
  whole,
} from '../../test/anthropic-scenes.ts'
import { ask, modelAt } from '../../test/ask-anthropic.ts'
import { testKeepAlive } from '../../test/keep-alive.ts'
import { type Loopback, type Scenes, startLoopback } from '../../test/loopback.ts'
import { rateLimiter } from '../limits/limiter.ts'

const reply: PlayedMessage = {
  content: [{ type: 'thinking', thinking: 'Hm.', signature: 's' }, textBlock('Go '), textBlock('north.')],
}
const answerSchema = { type: 'object', properties: { action: { type: 'string' } }, required: ['action'] }

const unhandled: unknown[] = []
const note = (reason: unknown): void => void unhandled.push(reason)
beforeAll(() => {
  process.on('unhandledRejection', note)
})
afterAll(() => {
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})

testKeepAlive({
  create: (url, transport) => modelAt(url, { transport }),
  reply: streamed({ content: [textBlock('Go north.')] }).events ?? [],
  begun: beginning('whole').events?.length ?? 0,
  text: 'Go north.',
})

for (const stream of [true, false]) {
  const play = stream ? streamed : whole
  const options = { stream }

  describe(`with streaming ${stream ? 'on' : 'off'}`, () => {
    describe('conformance', () => {
      let server: Loopback
      beforeAll(async () => {
        server = await startLoopback([play(reply)])
      })
      afterAll(() => server.close())
      const suite = testModel({ create: () => modelAt(server.url, options), prompt: 'Where to?' })
      for (const check of suite) test(check.name, () => check.run())
    })

    test('a server that answers whole is understood, whatever was asked for', async () => {
      expect((await ask([whole(reply)], options)).response?.text).toBe('Go north.')
    })

    test('an error with status 200 is told, and may be charged', async () => {
      const { error } = await ask([errorScene(200, 'overloaded_error', 'busy')], {
        ...options,
        transport: { attempts: 1 },
      })
      expect(error).toMatchObject({
        code: 'model-failed',
        message: expect.stringContaining('overloaded_error: busy'),
        cause: { status: 529, mayBeCharged: true },
      })
    })

    test('answers', async () => {
      const { response, retries, server } = await ask([play(reply)], options)
      expect(response).toEqual({
        text: 'Go north.',
        finishReason: 'stop',
        usage: { inputTokens: 100, cachedInputTokens: 50, cacheWriteTokens: 30, outputTokens: 7 },
        rawUsage: playedUsage,
        model: 'claude-loopback-20260101',
      })
      expect(retries).toEqual([])
      expect(server.requests).toEqual([
        expect.objectContaining({
          method: 'POST',
          path: '/v1/messages',
          headers: expect.objectContaining({ authorization: 'Bearer sk-test' }),
          body: {
            model: 'claude-loopback',
            max_tokens: expect.any(Number),
            messages: [{ role: 'user', content: 'Where to?' }],
            stream,
          },
        }),
      ])
    })

    test('answers through a tool', async () => {
      const content = [{ type: 'tool_use', id: 't', name: 'reply', input: { action: 'go', n: [1, 'ä'] } }]
      const { response } = await ask(
        [play({ content, stopReason: 'tool_use' })],
        { ...options, capabilities: { dialect: 'tool' } },
        { answerSchema },
      )
      expect(response).toMatchObject({ text: '{"action":"go","n":[1,"ä"]}', finishReason: 'stop' })
    })

    test('the listener hears the text that the reply has', async () => {
      const pieces: string[] = []
      const onText = (piece: string): void => void pieces.push(piece)
      const { response } = await ask([play(reply)], options, { onText })
      expect(pieces.join('')).toBe(response?.text)
      expect(pieces.length > 1).toBe(stream)
    })

    test('the listener hears the input of a tool', async () => {
      const content = [
        textBlock('So:'),
        { type: 'tool_use', id: 't', name: 'reply', input: { action: 'go' } },
      ]
      let heard = ''
      const onText = (piece: string): void => {
        heard += piece
      }
      const tool = { ...options, capabilities: { dialect: 'tool' } as const }
      await ask([play({ content, stopReason: 'tool_use' })], tool, { answerSchema, onText })
      expect(heard).toBe('{"action":"go"}')
    })

    test('says when it rejects', async () => {
      const { response } = await ask([play({ content: [], stopReason: 'refusal' })], options)
      expect(response).toMatchObject({ text: '', finishReason: 'refusal', usage: { outputTokens: 7 } })
    })

    test('says when it was cut by the limit', async () => {
      const message = { content: [textBlock('Go no')], stopReason: 'max_tokens' }
      expect((await ask([play(message)], options)).response).toMatchObject({
        text: 'Go no',
        finishReason: 'length',
        usage: { outputTokens: 7 },
      })
    })

    test('does not ask again with a key that is not accepted', async () => {
      const scene = errorScene(401, 'authentication_error', 'invalid x-api-key')
      const { error, server } = await ask([scene], options)
      expect(error).toMatchObject({
        code: 'model-refused',
        message:
          'anthropic:claude-loopback: 401 authentication_error: invalid x-api-key; check the environment variable ANTHROPIC_API_KEY',
        cause: { mayBeCharged: false },
      })
      expect(server.requests.length).toBe(1)
    })

    test.each([
      ['without Retry-After', {}],
      ['with Retry-After', { 'retry-after': '0' }],
    ])('asks again after 429 %s', async (_, headers) => {
      const limiter = rateLimiter()
      const scene = errorScene(429, 'rate_limit_error', 'Slow down.', headers)
      const { response, retries } = await ask([scene, play(reply)], { ...options, transport: { limiter } })
      expect(response?.text).toBe('Go north.')
      expect(retries).toEqual([
        { code: 'model-failed', message: '429 rate_limit_error: Slow down.', mayBeCharged: false },
      ])
      expect(limiter.snapshot()).toEqual({ limit: 4, inFlight: 0, waiting: 0, limited: 1 })
    })

    test('asks again after 500 and 529', async () => {
      const scenes: Scenes = [
        errorScene(500, 'api_error', 'Internal.'),
        errorScene(529, 'overloaded_error', 'Overloaded.'),
        play(reply),
      ]
      const { response, retries } = await ask(scenes, options)
      expect(response?.text).toBe('Go north.')
      expect(retries.map(({ message }) => message.slice(0, 3))).toEqual(['500', '529'])
    })

    test('gives up after the last attempt', async () => {
      const scene = errorScene(503, 'api_error', 'Down.')
      const { error, retries, server } = await ask([scene], { ...options, transport: { attempts: 3 } })
      expect(error).toMatchObject({
        code: 'model-failed',
        message: 'anthropic:claude-loopback: after 3 attempts: 503 api_error: Down.',
      })
      expect([retries.length, server.requests.length]).toEqual([2, 3])
    })

    test('asks again when the connection is lost in the middle of a reply', async () => {
      const cut = stream ? beginning('cut') : { ...whole(reply), ending: 'cut' as const }
      const { response, retries } = await ask([cut, play(reply)], options)
      expect(response?.text).toBe('Go north.')
      expect(retries).toEqual([
        {
          code: 'model-failed',
          mayBeCharged: true,
          message: expect.stringMatching(/^the connection was lost/),
        },
      ])
    })

    test('asks again when the reply cannot be read', async () => {
      const broken = stream
        ? { events: ['event: message_start\ndata: {"type":\n\n'] }
        : { text: '{"type":', headers: { 'content-type': 'application/json' } }
      const { response, retries } = await ask([broken, play(reply)], options)
      expect(response?.text).toBe('Go north.')
      expect(retries).toEqual([
        expect.objectContaining({
          mayBeCharged: true,
          message: expect.stringMatching(/^the response cannot be read/),
        }),
      ])
    })

    test.each([
      ['attemptTimeoutMs', /^no complete response after 0\.05 s$/],
      ...(stream ? [['idleTimeoutMs', /^the stream fell silent: no byte after 0\.05 s$/] as const] : []),
    ] as const)('asks again when %s is over', async (name, message) => {
      const endless = stream ? beginning('never') : { ...whole(reply), ending: 'never' as const }
      const transport = { [name]: 50, attempts: 2 }
      const { error, retries } = await ask([endless], { ...options, transport })
      expect(error).toMatchObject({ code: 'model-failed', cause: { mayBeCharged: true } })
      expect(retries).toEqual([
        { code: 'model-failed', mayBeCharged: true, message: expect.stringMatching(message) },
      ])
    })

    test.each(['never', 'headers'])('frees the socket when it is aborted (%s)', async (kind) => {
      const begun = stream ? beginning('never') : { ...whole(reply), ending: 'never' as const }
      const endless = kind === 'never' ? begun : { ...begun, delayMs: 1_000_000 }
      const controller = new AbortController()
      const reason = new Error('enough')
      let asked = 0
      const scenes: Scenes = () => {
        asked += 1
        setTimeout(() => controller.abort(reason), 20)
        return endless
      }
      const { error, retries } = await ask(scenes, options, { signal: controller.signal })
      expect(error).toBe(reason)
      expect([asked, retries.length]).toEqual([1, 0])
    })

    test('what onRetry throws ends the call', async () => {
      const broke = new Error('the budget is spent')
      const onRetry = (): never => {
        throw broke
      }
      const scenes: Scenes = [errorScene(500, 'api_error', 'Internal.')]
      const { error, server } = await ask(scenes, options, { onRetry })
      expect(error).toBe(broke)
      expect(server.requests.length).toBe(1)
    })
  })
}

test('a stream that ends before its message does may be charged', async () => {
  const { retries } = await ask([beginning('whole'), streamed(reply)])
  expect(retries).toEqual([
    expect.objectContaining({ mayBeCharged: true, message: expect.stringMatching(/^the reply was cut off/) }),
  ])
})

test('an error in the middle of a stream may be charged', async () => {
  const error = { type: 'overloaded_error', message: 'Overloaded.' }
  const { events = [] } = beginning('whole')
  const { response, retries } = await ask([
    { events: [...events, named('error', { error })], ending: 'never' },
    streamed(reply),
  ])
  expect(response?.text).toBe('Go north.')
  expect(retries).toMatchObject([{ mayBeCharged: true }])
})

test.each([
  ['invalid_request_error', 400, {}],
  ['request_too_large', 413, {}],
  ['rate_limit_error', 429, { details: { error_code: 'enforced_spend_limit_reached' } }],
])('an error in a stream that lasts is final: %s', async (type, status, more) => {
  const error = { type, message: 'prompt is too long: 210000 tokens > 200000 maximum', ...more }
  const { error: thrown, server } = await ask([{ events: [named('error', { error })] }, streamed(reply)])
  expect(server.requests).toHaveLength(1)
  expect(thrown).toMatchObject({
    code: 'model-refused',
    message: expect.stringContaining(`${type}: prompt is too long`),
    cause: { status },
  })
})

test('pings keep a stream alive', async () => {
  const { events = [] } = streamed(reply)
  const pings = Array.from({ length: 12 }, () => named('ping', {}))
  const slow = { events: [...events.slice(0, 1), ...pings, ...events.slice(1)], delayMs: 20 }
  const { response, retries } = await ask([slow], { transport: { idleTimeoutMs: 200 } })
  expect([response?.text, retries.length]).toEqual(['Go north.', 0])
})

test('sampling parameters are sent to the version of the API that takes them', async () => {
  const capabilities = { sampling: ['temperature', 'topP'] } as const
  const { server } = await ask([streamed(reply)], { temperature: 0, capabilities })
  expect(server.requests).toMatchObject([
    { headers: { 'anthropic-version': '2023-06-01' }, body: { temperature: 0 } },
  ])
})
