import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SkillStateError } from '../errors.ts'
import { maxCost } from '../model/cost.ts'
import type { FailedAttempt, Model } from '../model/model.ts'
import { Meter } from './meter.ts'
import { generateMetered, type LostAttempt, metered } from './metered.ts'

const prices = { date: '2026-01-02', input: 2, cacheWrite: 3, output: 5 }
const attempt = (mayBeCharged: boolean): FailedAttempt => ({
  code: 'model-failed',
  message: 'reset',
  mayBeCharged,
})

/** A model each of whose attempts gives no reply. */
function failing(charged: readonly boolean[], maxOutputTokens?: number): Model {
  return {
    id: 'failing',
    capabilities: { prices, ...(maxOutputTokens !== undefined && { maxOutputTokens }) },
    async generate({ onRetry }) {
      for (const each of charged.slice(0, -1)) await onRetry?.(attempt(each))
      const cause = Object.assign(new Error('reset'), attempt(charged.at(-1) ?? false))
      throw new SkillStateError('model-failed', 'reset', { cause })
    },
  }
}

test('what is recorded of requests without a response is what the limits of the run have counted', async () => {
  const requests = fc.record({
    prompt: fc.string({ unit: 'grapheme' }),
    charged: fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
    maxOutputTokens: fc.nat(1000),
  })
  await fc.assert(
    fc.asyncProperty(requests, async ({ prompt, charged, maxOutputTokens }) => {
      const spending = new Meter({ tokens: 1e6, costUsd: 1e3 })
      const lost: LostAttempt[] = []
      const onLost = (failure: LostAttempt): void => void lost.push(failure)
      const sending = generateMetered(
        failing(charged, maxOutputTokens),
        { prompt },
        { spendings: [spending], onLost },
      )
      await expect(sending).rejects.toThrow('reset')
      expect(lost.map(({ atMost }) => atMost !== undefined)).toEqual(charged)
      const most = lost.flatMap(({ atMost }) => atMost ?? [])
      const tokens = most.map(({ inputTokens, outputTokens = Infinity }) => inputTokens + outputTokens)
      const costs = most.map(({ inputTokens, outputTokens = Infinity }) =>
        maxCost({ inputTokens, outputTokens }, prices),
      )
      const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
      expect(spending.spent.tokens).toBe(sum(tokens))
      expect(spending.spent.costUsd).toBeCloseTo(sum(costs), 9)
    }),
  )
})

test('of a model with an unknown reply limit, only the input is recorded', async () => {
  const lost: LostAttempt[] = []
  const onLost = (failure: LostAttempt): void => void lost.push(failure)
  await expect(generateMetered(failing([true]), { prompt: 'é' }, { onLost })).rejects.toThrow('reset')
  expect(lost.map(({ atMost }) => atMost)).toEqual([{ inputTokens: 2002 }])
})

test.each([
  { inputTokens: Number.NaN, outputTokens: 1 },
  { inputTokens: -5, outputTokens: 1 },
  { inputTokens: '5', outputTokens: 1 },
  { inputTokens: 10, cachedInputTokens: 11, outputTokens: 1 },
  { inputTokens: 10 },
  'none',
  null,
  undefined,
])('usage that cannot be true counts as the most that it can be: %j', async (usage) => {
  const model = {
    id: 'odd',
    capabilities: { prices, maxOutputTokens: 100 },
    generate: async () => ({ text: '', finishReason: 'stop', model: 'm', usage }),
  } as unknown as Model
  const spending = new Meter({ tokens: 1e6, costUsd: 1 })
  const unknown: unknown[] = []
  const onUnknownUsage = (atMost: unknown): void => void unknown.push(atMost)
  await generateMetered(model, { prompt: 'hello' }, { spendings: [spending], onUnknownUsage })
  expect(unknown).toEqual([{ inputTokens: 2_005, outputTokens: 100 }])
  expect(spending.spent).toMatchObject({
    tokens: 2_105,
    costUsd: maxCost({ inputTokens: 2_005, outputTokens: 100 }, prices),
  })
})

test('usage that can be true counts as it is, and is not told as unknown', async () => {
  const usage = { inputTokens: 10, cachedInputTokens: 4, outputTokens: 2 }
  const model: Model = {
    id: 'exact',
    capabilities: { maxOutputTokens: 100 },
    generate: async () => ({ text: '', finishReason: 'stop', model: 'm', usage }),
  }
  const spending = new Meter({ tokens: 1e6 })
  const unknown: unknown[] = []
  const onUnknownUsage = (atMost: unknown): void => void unknown.push(atMost)
  await generateMetered(model, { prompt: 'hello' }, { spendings: [spending], onUnknownUsage })
  expect([spending.spent.tokens, unknown]).toEqual([12, []])
})

test('a model that does not listen to its signal is left behind, and what it was asked counts as the most', async () => {
  const model: Model = {
    id: 'deaf',
    capabilities: { prices, maxOutputTokens: 100 },
    generate: () => new Promise(() => {}),
  }
  const spending = new Meter({ tokens: 1e6 })
  const stop = new AbortController()
  const asked = generateMetered(model, { prompt: 'hello', signal: stop.signal }, { spendings: [spending] })
  await Promise.resolve()
  setTimeout(() => stop.abort(new Error('enough')))
  await expect(asked).rejects.toThrow('enough')
  expect(spending.spent.tokens).toBe(2_105)
})

test('a model that does not listen to its signal gets no further attempt, and nothing is counted for one', async () => {
  let retry: (() => Promise<void> | void | undefined) | undefined
  const model: Model = {
    id: 'deaf',
    capabilities: { prices, maxOutputTokens: 100 },
    generate: ({ onRetry }) => {
      retry = () => onRetry?.(attempt(false))
      return new Promise(() => {})
    },
  }
  const spending = new Meter({ tokens: 1e6 })
  const stop = new AbortController()
  const lost: LostAttempt[] = []
  const onLost = (failure: LostAttempt): void => void lost.push(failure)
  const request = { prompt: 'hello', signal: stop.signal }
  const asked = generateMetered(model, request, { spendings: [spending], onLost })
  setTimeout(() => stop.abort(new Error('enough')))
  await expect(asked).rejects.toThrow('enough')
  const { tokens } = spending.spent
  await expect(retry?.()).rejects.toThrow('enough')
  expect(lost).toHaveLength(1)
  expect(spending.spent.tokens).toBe(tokens)
  await spending.reserve({ tokens: 1e6 - tokens, costUsd: 0 }) // nothing is held
})

test('a metered model counts its calls, and the caller hears of each attempt', async () => {
  const spending = new Meter({ tokens: 1e6 })
  const heard: FailedAttempt[] = []
  const model = metered(failing([false, true], 100), { spendings: [spending] })
  const asked = model.generate({ prompt: 'hello', onRetry: (failure) => void heard.push(failure) })
  await expect(asked).rejects.toThrow('reset')
  expect(heard).toEqual([attempt(false)])
  expect(spending.spent.tokens).toBe(2_105)
})

test('a reply of a model that was denied a further attempt does not count as one', async () => {
  const model: Model = {
    id: 'stubborn',
    capabilities: { prices, maxOutputTokens: 100 },
    generate: async ({ onRetry }) => {
      await Promise.resolve(onRetry?.(attempt(true))).catch(() => {})
      return { text: 'anyway', finishReason: 'stop', model: 'm', usage: { inputTokens: 1, outputTokens: 1 } }
    },
  }
  const spending = new Meter({ tokens: 3_000 })
  const asked = generateMetered(model, { prompt: 'hello' }, { spendings: [spending] })
  await expect(asked).rejects.toThrow('the next call could use 2105 tokens')
  expect(spending.spent.tokens).toBe(2_105)
})

const answering = (response: object): Model => ({
  id: 'odd',
  capabilities: { prices, maxOutputTokens: 100 },
  generate: async () => response as never,
})

test('a replayed response costs nothing, whatever it used when it was recorded', async () => {
  const usage = { inputTokens: 10, outputTokens: 2 }
  const spending = new Meter({ tokens: 1e6 })
  const heard: unknown[] = []
  const options = { spendings: [spending], onUnknownUsage: (atMost: unknown) => void heard.push(atMost) }
  const replayed = { text: 'a', finishReason: 'stop', model: 'm', replayed: true }
  const response = await generateMetered(answering({ ...replayed, usage }), { prompt: 'hello' }, options)
  expect(response.usage).toEqual(usage)
  await generateMetered(answering(replayed), { prompt: 'hello' }, options)
  expect([spending.spent.tokens, heard]).toEqual([0, []])
  await spending.reserve({ tokens: 1e6, costUsd: 0 }) // nothing is held
})

test.each([[{ text: 5 }], [undefined]])(
  'a response without a text fails, and counts as the most: %j',
  async (response) => {
    const spending = new Meter({ tokens: 1e6 })
    const lost: LostAttempt[] = []
    const onLost = (failure: LostAttempt): void => void lost.push(failure)
    const asked = generateMetered(
      answering(response as never),
      { prompt: 'hello' },
      { spendings: [spending], onLost },
    )
    await expect(asked).rejects.toThrow('model odd gave a response without a text')
    expect(spending.spent.tokens).toBe(2_105)
    expect(lost).toMatchObject([{ code: 'model-failed', mayBeCharged: true, atMost: { outputTokens: 100 } }])
  },
)

test('a call is told of once there is room, and before it is sent', async () => {
  const order: string[] = []
  const model: Model = {
    id: 'm',
    generate: async () => {
      order.push('sent')
      return { text: 'a', finishReason: 'stop', model: 'm', usage: { inputTokens: 1, outputTokens: 1 } }
    },
  }
  const room = {
    reserve: async () => {
      order.push('room')
      return { settle: (): void => void order.push('settled') }
    },
  }
  const onAdmitted = (): void => void order.push('admitted')
  await generateMetered(model, { prompt: 'a' }, { spendings: [room], onAdmitted })
  expect(order).toEqual(['room', 'admitted', 'sent', 'settled'])
})

test('a call that is stopped while it waits for room is not sent, and holds none', async () => {
  const stop = new AbortController()
  const settled: unknown[] = []
  const room = {
    reserve: async () => {
      stop.abort(new Error('enough'))
      return { settle: (used: unknown): void => void settled.push(used) }
    },
  }
  const model: Model = { id: 'm', generate: () => Promise.reject(new Error('was sent')) }
  const asked = generateMetered(model, { prompt: 'a', signal: stop.signal }, { spendings: [room] })
  await expect(asked).rejects.toThrow('enough')
  expect(settled).toEqual([{ tokens: 0, costUsd: 0 }])
  await expect(generateMetered(model, { prompt: 'a', signal: stop.signal }, {})).rejects.toThrow('enough')
})

test('a further attempt begins when the caller has done what it does about the last one', async () => {
  const order: string[] = []
  const model: Model = {
    id: 'm',
    generate: async ({ onRetry }) => {
      await onRetry?.(attempt(false))
      order.push('second attempt')
      return { text: 'a', finishReason: 'stop', model: 'm', usage: { inputTokens: 1, outputTokens: 1 } }
    },
  }
  const onRetry = async (): Promise<void> => {
    await Promise.resolve()
    order.push('noted')
  }
  await generateMetered(model, { prompt: 'a', onRetry }, {})
  expect(order).toEqual(['noted', 'second attempt'])
})
