import { expect, it } from 'vitest'
import { desk, messageOf } from './order-desk.ts'
import { OrderLoop } from './order-loop.ts'

it.each([false, true])('replies as the agent does, and keeps the same orders (safe: %s)', async (isSafe) => {
  const written: object[] = []
  const loop = new OrderLoop({ write: (record) => written.push(record), isSafe })
  const session = await desk.open({ id: `safe-${isSafe}` })
  for (let turn = 0; turn < 25; turn += 1) {
    const { reply } = await session.ask(messageOf(turn))
    expect(await loop.ask(messageOf(turn))).toBe(reply)
    expect(reply).toMatch(/^Your order is o\d+x\d\.$/)
  }
  expect(session.state).toEqual(loop.state)
  expect(written).toHaveLength(25 * (isSafe ? 12 : 5))
})
