import type { Model } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { agent } from '../index.ts'

/** A model that looks things up without end, and says what each reply used: 0.3 dollars. */
function searching(): Model {
  let calls = 0
  return {
    id: 'searching',
    capabilities: { maxOutputTokens: 300_000, prices: { date: '2026-01-01', input: 0, output: 1 } },
    generate: async () => {
      calls += 1
      const text = JSON.stringify({ state_patch: {}, action: { look: { at: calls } } })
      const usage = { inputTokens: 10, outputTokens: 300_000 }
      return { text, finishReason: 'stop', usage, model: 'searching' }
    },
  }
}

test('a message may cost no more than its limit, and the next one as much again', async () => {
  const look = { description: 'Looks.', input: { type: 'object' }, execute: () => 'Nothing.' } as const
  const desk = agent({
    model: searching(),
    instructions: 'Look.',
    state: { type: 'object', additionalProperties: false },
    tools: { look },
    limits: { message: { costUsd: 1 } },
    onWarning: () => {},
  })
  const session = await desk.open({ id: 'a' })
  const costs: number[] = []
  for (const message of ['one', 'two', 'three']) {
    const before = session.spent.costUsd
    expect(await session.ask(message)).toMatchObject({ end: 'limit', limit: 'message.costUsd' })
    costs.push(session.spent.costUsd - before)
  }
  for (const cost of costs) expect(cost).toBeCloseTo(0.9, 9)
})
