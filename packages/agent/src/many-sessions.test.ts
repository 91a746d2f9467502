import { expect, test } from 'vitest'
import { byObservation, clerk, travel } from '../test/travel.ts'
import { memorySessions } from './index.ts'

test('a thousand sessions are open at once, each with its own state', async () => {
  const world = { booked: [] }
  const desk = travel(byObservation([[/^\d+/, {}, { reply: 'ok' }], ...clerk]), world)
  const sessions = await Promise.all(
    Array.from({ length: 1_000 }, (_, index) => desk.open({ id: `s${index}` })),
  )
  await Promise.all(
    sessions.map((session, index) => Array.fromAsync(session.send(index % 2 === 0 ? 'a cheap flight' : '5'))),
  )
  const travellers = sessions.map(({ state }) => state.traveller)
  expect(travellers.filter((traveller) => traveller === 'Ada')).toHaveLength(500)
  expect(world.booked).toHaveLength(500)
})

test('of two processes on one session, the second to write is told so in one line', async () => {
  const store = memorySessions()
  const desk = travel(byObservation(clerk), { booked: [] })
  const [first, second] = [await desk.open({ id: 'a', store }), await desk.open({ id: 'a', store })]
  await Array.fromAsync(first.send('hello'))
  await expect(Array.fromAsync(second.send('hello too'))).rejects.toMatchObject({ code: 'journal-conflict' })
  await Array.fromAsync(first.send('still here'))
  expect(first.messages(9).filter(({ by }) => by === 'user')).toHaveLength(2)
})
