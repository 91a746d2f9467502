import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { beginning, errorScene, named, streamed, textBlock, whole } from '../../test/anthropic-scenes.ts'
import { type Scene, withLoopback } from '../../test/loopback.ts'
import { rateLimiter } from '../limits/limiter.ts'
import { anthropic } from './anthropic.ts'

const key = 'canary/3f9a+c0ffee'
const header = 'canary-of-a-proxy'
const said = `Not with ${key}, nor with Bearer ${key} or ${header}.`
const reply = { content: [textBlock('Go.')] }

/** Every way in which a call can fail, each telling the key if it can. */
const scenes: Readonly<Record<string, Scene>> = {
  'a request that is rejected': errorScene(400, 'invalid_request_error', said),
  'a key that is rejected': errorScene(401, 'authentication_error', said),
  'too many requests': errorScene(429, 'rate_limit_error', said),
  'a wait that is too long': errorScene(429, 'rate_limit_error', said, { 'retry-after': '9999' }),
  'a server error': errorScene(500, 'api_error', said),
  'a page of a proxy': { status: 502, text: said },
  'an error in the stream': {
    events: [named('error', { error: { type: 'overloaded_error', message: said } })],
  },
  'a stream that is not JSON': { events: [`event: x\ndata: ${said}\n\n`] },
  'a body that is not JSON': { text: said, headers: { 'content-type': 'application/json' } },
  'a body that is not a message': { json: { said } },
  'a stream that is cut': beginning('cut'),
  'a stream that ends early': beginning('whole'),
  'a reply that never ends': beginning('never'),
}

/** All that a person, a log or a record could see of a value. */
function shown(value: unknown): string {
  const stack = value instanceof Error ? value.stack : ''
  return [inspect(value, { depth: 10, showHidden: true }), JSON.stringify(value), String(value), stack].join(
    '\n',
  )
}

async function fail(url: string, stream: boolean): Promise<string> {
  const transport = {
    attempts: 2,
    backoff: { baseMs: 1 },
    attemptTimeoutMs: 100,
    limiter: rateLimiter(),
  }
  const headers = { 'x-proxy': header }
  const model = anthropic({ model: 'm', apiKey: key, baseUrl: url, headers, stream, transport })
  const failures: unknown[] = []
  const onRetry = (failure: unknown): void => void failures.push(failure)
  const call = model.generate({ prompt: 'Where to?', onRetry })
  await expect(call).rejects.toMatchObject({ name: 'SkillStateError' })
  const error = await call.catch((reason: unknown) => reason)
  return [model, model.settings, model.capabilities, error, ...failures].map(shown).join('\n')
}

describe.each([true, false])('with streaming %s', (stream) => {
  test.each(Object.entries(scenes))('%s does not tell a secret', async (_, scene) => {
    const text = await withLoopback([scene], ({ url }) => fail(url, stream))
    expect(text).not.toContain('canary')
  })

  test('a server that is not there does not tell a secret', async () => {
    const url = await withLoopback([whole(reply)], (server) => Promise.resolve(server.url))
    expect(await fail(url, stream)).not.toContain('canary')
  })
})

test('the scenes do tell it', async () => {
  const body = await withLoopback([scenes['a key that is rejected'] ?? streamed(reply)], async ({ url }) => {
    const response = await fetch(url, { method: 'POST' })
    return response.text()
  })
  expect(body).toContain(key)
})
