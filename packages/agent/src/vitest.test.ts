import { expect, test } from 'vitest'
import { byObservation, clerk, travel } from '../test/travel.ts'
import { agentMatchers } from './vitest.ts'

expect.extend(agentMatchers)

test('compares the state and the calls of a session', async () => {
  const trip = await travel(byObservation(clerk), { booked: [] }).open({ id: 'a' })
  for await (const _ of trip.send('A cheap flight to Rome'));
  expect(trip).toHaveState({ traveller: 'Ada', bookings: { F1: { price: 90 } } })
  expect(trip).not.toHaveState({ traveller: 'Ada' })
  expect(trip).toRemember('Ada')
  expect(trip).toRemember(90)
  expect(trip).toRemember('F1')
  expect(trip).not.toRemember('Rome')
  expect(() => expect(trip).toRemember('W1009-XK')).toThrow(
    'expected the state to have "W1009-XK" at some place',
  )
  expect(trip).toHaveCalled('search')
  expect(trip).toHaveCalled('book', { flight: 'F1', price: expect.any(Number) })
  expect(trip).not.toHaveCalled('book', { flight: 'F2' })
  expect(() => expect(trip).toHaveCalled('cancel')).toThrow('expected the agent to call cancel')
})
