import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SkillStateError } from '../errors.ts'
import { mostCost } from '../model/cost.ts'
import type { FailedAttempt, Model } from '../model/model.ts'
import { Meter } from './meter.ts'
import { generateMetered, type LostAttempt } from './metered.ts'

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
        mostCost({ inputTokens, outputTokens }, prices),
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
