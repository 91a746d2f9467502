import { expect, test } from 'vitest'
import { type Scene, withLoopback } from '../../test/loopback.ts'
import { type Clock, steadyClock } from '../limits/clock.ts'
import { createLimiter } from '../limits/limiter.ts'
import { openaiCompatible } from '../openai-compatible/openai-compatible.ts'
import type { TransportSettings } from './transport.ts'

const CALLS = 400
const PROMPT = 'Where to? '.repeat(320)
/** Of each call, by the server's count. */
const USAGE = { prompt_tokens: 900, completion_tokens: 100, total_tokens: 1_000 }
const MINUTE_MS = 60_000

/** Two minutes pass in a second. */
const fast: Clock = {
  now: () => steadyClock.now() * 120,
  random: () => steadyClock.random(),
  sleep: (milliseconds, signal) => steadyClock.sleep(milliseconds / 120, signal),
}

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

/** Refuses what would make more tokens than the limit in the minute before it. */
function byTokens(limit: number): { readonly scene: () => Scene; readonly refused: () => number } {
  const taken: number[] = []
  let refused = 0
  return {
    refused: () => refused,
    scene() {
      const now = fast.now()
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

/** Sends all calls at once; gives how many were answered, and how many requests were refused. */
async function storm(limit: number, settings: TransportSettings = {}, initial?: number) {
  const server = byTokens(limit)
  const limiter = createLimiter({ clock: fast, ...(initial !== undefined && { initial }) })
  const answered = await withLoopback(server.scene, async ({ url }) => {
    const transport = { limiter, clock: fast, attemptTimeoutMs: 100 * MINUTE_MS, ...settings }
    const model = openaiCompatible({ provider: 'vllm', model: 'm', baseUrl: url, stream: false, transport })
    const calls = Array.from({ length: CALLS }, () => model.generate({ prompt: PROMPT }))
    const ended = await Promise.allSettled(calls)
    return ended.filter(({ status }) => status === 'fulfilled').length
  })
  expect(limiter.snapshot()).toMatchObject({ inFlight: 0, waiting: 0, limited: server.refused() })
  return { answered, refused: server.refused() }
}

test('a storm that is sent whole against a limit of tokens a minute is answered whole', async () => {
  const { answered, refused } = await storm(100_000)
  expect(answered).toBe(CALLS)
  expect(refused).toBeLessThan(3 * CALLS)
})

test('a storm that begins with 8 places is answered whole, with less than one refusal a call', async () => {
  const { answered, refused } = await storm(100_000, {}, 8)
  expect(answered).toBe(CALLS)
  expect(refused).toBeLessThan(CALLS)
})

test('a storm under a ceiling that is a little lower is refused nothing', async () => {
  expect(await storm(100_000, { tokensPerMinute: 95_000 })).toEqual({ answered: CALLS, refused: 0 })
})
