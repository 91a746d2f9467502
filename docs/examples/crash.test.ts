import { memorySessions } from '@skill-state/agent'
import type { Model } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { Desk } from './booking/desk.ts'
import { bookingAgent } from './booking-agent.ts'

test('a turn that was cut off continues, and books once', async () => {
  const [desk, store] = [new Desk(), memorySessions()]
  // A process that has died holds its session no longer.
  const died = { open: async (id: string) => ({ ...(await store.open(id)), hold: undefined }) }
  const model = desk.model()
  let asked = 0
  const dying: Model = {
    ...model,
    // The process dies before the model sees the result.
    generate: (request) => (asked++ === 0 ? model.generate(request) : new Promise<never>(() => {})),
  }
  const first = await bookingAgent(dying, desk).open({ id: 'customer-7', store: died })
  for await (const event of first.send('Book flight ROM7 for 400 euros.')) {
    if (event.type === 'model-called' && event.step === 1) break
  }
  const second = await bookingAgent(model, desk).open({ id: 'customer-7', store })
  for await (const _ of second.resume());
  expect(desk.calls).toEqual(['book ROM7'])
  expect(second.state.bookings).toHaveProperty('B1')
})
