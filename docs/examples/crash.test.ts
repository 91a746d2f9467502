import { memorySessions } from '@skill-state/agent'
import { expect, test } from 'vitest'
import { Desk } from './booking/desk.ts'
import { bookingAgent } from './booking-agent.ts'

test('a turn that was cut off continues, and books once', async () => {
  const [desk, store] = [new Desk(), memorySessions()]
  const agent = bookingAgent(desk.model(), desk)
  const first = await agent.open({ id: 'customer-7', store })
  for await (const event of first.send('Book flight ROM7 for 400 euros.')) {
    if (event.type === 'tool-ended') break // the process dies before the model sees the result
  }
  const second = await agent.open({ id: 'customer-7', store })
  for await (const _ of second.resume());
  expect(desk.calls).toEqual(['book ROM7'])
  expect(second.state.bookings).toHaveProperty('B1')
})
