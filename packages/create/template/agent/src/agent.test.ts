import { memorySessions } from '@skill-state/agent'
import { agentMatchers } from '@skill-state/agent/vitest'
import { expect, test } from 'vitest'
import { orderDesk } from './agent.ts'
import { demoModel, demoShop } from './demo.ts'

expect.extend(agentMatchers)

test('looks an order up, and remembers it', async () => {
  const session = await orderDesk(demoModel, demoShop()).open({ id: 'ada', store: memorySessions() })
  const turn = await session.ask('I am Ada. Where is order W7?')
  expect(turn.reply).toBe('W7 is on its way.')
  expect(session).toHaveState({ customer: 'Ada', orders: { W7: 'W7 is on its way.' } })
})

test('pays back only what a person approves', async () => {
  const shop = demoShop()
  const session = await orderDesk(demoModel, shop).open({ id: 'ada', store: memorySessions() })
  const turn = await session.ask('Please refund order W7.')
  expect(turn.end).toBe('waiting')
  expect([...shop.refunds.values()]).toEqual([])
  await session.approve({ step: turn.approval?.step ?? -1 }).turn
  expect([...shop.refunds.values()]).toEqual(['W7'])
})
