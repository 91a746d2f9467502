import { State } from '@skill-state/core'
import type { Model } from '@skill-state/protocol'
import { expect, test, vi } from 'vitest'
import { countSpending, spentText } from './spending.ts'

const usage = { inputTokens: 20_500, cachedInputTokens: 16_500, outputTokens: 100 }
const prices = { date: '2026-01-02', input: 3, cacheRead: 0.3, output: 15 }

function counted(usages: readonly Model['capabilities'][] | readonly object[], known = true) {
  let call = 0
  const model: Model = {
    id: 'm',
    ...(known && { capabilities: { prices } }),
    generate: async () => ({ text: '', finishReason: 'stop', model: 'm', usage: usages[call++] ?? {} }),
  }
  const journal = { position: { state: State.EMPTY, index: 0 }, spent: () => {} }
  return countSpending(model, { limits: {}, journal, onSlow() {} })
}

test('says what the calls used, in one line', async () => {
  const { model, spent } = counted([usage, usage])
  await model.generate({ prompt: '' })
  await model.generate({ prompt: '' })
  expect(spentText(14, spent(), 121_000)).toBe('14 steps, 41k tokens in (33k cached), 0.04 USD, 2 min')
})

test('says what is unknown, and never that it is 0', async () => {
  const { model, spent } = counted([usage, {}])
  await model.generate({ prompt: '' })
  await model.generate({ prompt: '' })
  expect(spentText(1, spent(), 4_400)).toBe('1 step, tokens unknown, cost unknown, 4 s')
  const unpriced = counted([{ inputTokens: 900, outputTokens: 1 }], false)
  await unpriced.model.generate({ prompt: '' })
  expect(spentText(0, unpriced.spent(), 0)).toBe('0 steps, 900 tokens in, cost unknown, 0 s')
})

test('tells that a call of the model takes long', async () => {
  vi.useFakeTimers()
  const reply = Promise.withResolvers<Awaited<ReturnType<Model['generate']>>>()
  const journal = { position: { state: State.EMPTY, index: 0 }, spent: () => {} }
  const onSlow = vi.fn()
  const { model } = countSpending({ id: 'm', generate: () => reply.promise }, { limits: {}, journal, onSlow })
  const call = model.generate({ prompt: '' })
  await vi.advanceTimersByTimeAsync(11_000)
  reply.resolve({ text: '', finishReason: 'stop', model: 'm', usage: {} })
  await call
  vi.useRealTimers()
  expect(onSlow.mock.calls).toEqual([['the model', 10]])
})
