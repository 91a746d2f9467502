import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fakeClock } from '../../test/fake-clock.ts'
import { type Scene, withLoopback } from '../../test/loopback.ts'
import type { Clock } from '../limits/clock.ts'
import { rateLimiter } from '../limits/limiter.ts'
import { openaiCompatible } from '../openai-compatible/openai-compatible.ts'
import type { TransportSettings } from './transport.ts'

const CALLS = 400
const PROMPT = 'Where to? '.repeat(320)
/** Of each call, by the server's count. */
const USAGE = { prompt_tokens: 900, completion_tokens: 100, total_tokens: 1_000 }
const MINUTE_MS = 60_000
const TICK_MS = 100

const answer: Scene = {
  json: {
    id: 'x',
    object: 'chat.completion',
    created: 0,
    model: 'm',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Go.' } }],
    usage: USAGE,
  },
}
const refusal: Scene = { status: 429, json: { error: { message: 'too many tokens a minute' } } }

/** Rejects what would make more tokens than the limit in the minute before it. */
function byTokens(
  limit: number,
  clock: Pick<Clock, 'now'>,
): { readonly scene: () => Scene; readonly refused: () => number } {
  const taken: number[] = []
  let refused = 0
  return {
    refused: () => refused,
    scene() {
      const now = clock.now()
      const inMinute = taken.filter((at) => at > now - MINUTE_MS).length * USAGE.total_tokens
      if (inMinute + USAGE.total_tokens > limit) {
        refused += 1
        return refusal
      }
      taken.push(now)
      return answer
    },
  }
}

/**
 * Sends all calls at once; gives how many were answered, and how many requests were rejected. Time passes only while no
 * request is under way, so a slow machine changes nothing.
 */
async function storm(limit: number, settings: TransportSettings = {}, initial?: number) {
  const fake = fakeClock()
  const clock = { ...fake, random: Math.random }
  const server = byTokens(limit, clock)
  const limiter = rateLimiter({ clock, ...(initial !== undefined && { initial }) })
  const answered = await withLoopback(server.scene, async ({ url }) => {
    const transport = { limiter, clock, attemptTimeoutMs: 100 * MINUTE_MS, ...settings }
    const model = openaiCompatible({ provider: 'vllm', model: 'm', baseUrl: url, stream: false, transport })
    let left = CALLS
    const calls = Array.from({ length: CALLS }, () =>
      model.generate({ prompt: PROMPT }).finally(() => {
        left -= 1
      }),
    )
    const ended = Promise.allSettled(calls)
    while (left > 0) await (limiter.snapshot().inFlight > 0 ? turn() : fake.advance(TICK_MS))
    return (await ended).filter(({ status }) => status === 'fulfilled').length
  })
  expect(limiter.snapshot()).toMatchObject({ inFlight: 0, waiting: 0, limited: server.refused() })
  return { answered, refused: server.refused() }
}

test('a storm that is sent whole against a limit of tokens a minute is answered whole', async () => {
  const { answered, refused } = await storm(100_000)
  expect(answered).toBe(CALLS)
  expect(refused).toBeLessThan(3 * CALLS)
})

test('a storm that begins with 8 places is answered whole, with few refusals', async () => {
  const { answered, refused } = await storm(100_000, {}, 8)
  expect(answered).toBe(CALLS)
  expect(refused).toBeLessThan(CALLS / 4)
})

test('a storm under a ceiling that is a little lower loses no call', async () => {
  expect(await storm(100_000, { tokensPerMinute: 95_000 })).toEqual({ answered: CALLS, refused: 0 })
})
