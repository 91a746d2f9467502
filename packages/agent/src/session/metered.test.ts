import type { Model } from '@skill-state/protocol'
import { NO_CHARGE, type Spent } from '@skill-state/protocol/meter'
import { expect, test } from 'vitest'
import type { AgentEvent } from '../events.ts'
import type { Parts } from './blueprint.ts'
import { metered } from './metered.ts'

const prices = { date: '2026-01-02', input: 2, output: 5 }
const usage = { inputTokens: 1_000_000, outputTokens: 200_000 }
const model: Model = {
  id: 'one',
  capabilities: { prices },
  generate: async () => ({ text: '{}', finishReason: 'stop', model: 'one', usage }),
}
const nothing: Spent = { calls: 0, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, costUsd: 0 }

function telling(spent: Spent, limits = {}): { readonly events: AgentEvent[]; readonly asked: Model } {
  const events: AgentEvent[] = []
  let step = 0
  const spendings = [{ reserve: async () => ({ settle: () => {} }), spent: NO_CHARGE }]
  const parts = {
    agent: { limits: { session: limits }, run: {} },
    journal: {
      get position() {
        return { index: Math.floor(step++ / 2), state: { text: '{"a":1}' } }
      },
    },
    ledger: { spent },
    emit: (event: AgentEvent) => events.push(event),
  }
  const asked = metered(parts as unknown as Parts, model, { spendings }, () => false)
  return { events, asked }
}

test('tells each call with its attempt and the length of what it shows, and then what it cost', async () => {
  const { events, asked } = telling(nothing)
  for (const prompt of ['one', 'three', 'seven 7']) await asked.generate({ prompt })
  const called = { type: 'model-called', stateChars: 7 }
  const used = { type: 'usage', usage, cost: 3, total: nothing }
  expect(events).toEqual([
    { ...called, step: 0, attempt: 1, promptChars: 3 },
    { ...used, step: 0 },
    { ...called, step: 0, attempt: 2, promptChars: 5 },
    { ...used, step: 0 },
    { ...called, step: 1, attempt: 1, promptChars: 7 },
    { ...used, step: 1 },
  ])
})

test('a limit is near from four fifths on', async () => {
  const near = async (spent: Partial<Spent>): Promise<readonly AgentEvent[]> => {
    const { events, asked } = telling({ ...nothing, ...spent }, { tokens: 100, costUsd: 10 })
    await asked.generate({ prompt: 'x' })
    return events.filter(({ type }) => type === 'limit-near')
  }
  expect(await near({ inputTokens: 70, outputTokens: 9, costUsd: 7.9 })).toEqual([])
  expect(await near({ inputTokens: 70, outputTokens: 10, costUsd: 8 })).toEqual([
    { type: 'limit-near', limit: 'session.tokens', spent: 80, most: 100 },
    { type: 'limit-near', limit: 'session.costUsd', spent: 8, most: 10 },
  ])
})
