import { expect, test } from 'vitest'
import { call, openFixture, show } from '../../../test/airline.ts'
import { officialHash } from '../../hash/database-hash.ts'
import { updateReservationFlights } from './reservations.ts'

const own = '[{"flight_number": "HAT001", "date": "2024-05-16"}]'

function kwargs(flights: string, cabin = '"economy"', payment = '"credit_card_1"'): string {
  return `{"reservation_id": "AAA111", "cabin": ${cabin}, "flights": ${flights}, "payment_id": ${payment}}`
}

test('a flight that stays keeps its old price, and costs nothing', () => {
  const answer = call(openFixture(), updateReservationFlights, kwargs(own))
  expect(answer).toContain(
    '[{"flight_number": "HAT001", "date": "2024-05-16", "price": 100, "origin": "SFO", "destination": "JFK"}]',
  )
  expect(answer).toContain('"payment_history": [{"payment_id": "gift_card_1", "amount": 200}], ')
})

test('a new cabin is charged and never written, a new route is not looked at', () => {
  const flights = '[{"flight_number": "HAT005", "date": "2024-05-16"}]'
  expect(call(openFixture(), updateReservationFlights, kwargs(flights))).toContain('"amount": -54}]')
  const upgrade = '[{"flight_number": "HAT001", "date": "2024-05-17"}]'
  const answer = call(openFixture(), updateReservationFlights, kwargs(upgrade, '"business"'))
  expect(answer).toContain('{"payment_id": "credit_card_1", "amount": 400}')
  expect(answer).toContain('"cabin": "economy"')
})

test('no flights at all refund everything, to a gift card at once', () => {
  const database = openFixture()
  const answer = call(database, updateReservationFlights, kwargs('[]', '"economy"', '"gift_card_1"'))
  expect(answer).toContain('"flights": [], ')
  expect(answer).toContain('{"payment_id": "gift_card_1", "amount": -200}')
  expect(show(database, 'users', 'ann_lee_1')).toContain('{"source": "gift_card", "amount": 300,')
})

test.each([
  ['null', '"economy"', '"credit_card_1"', "Error: 'NoneType' object is not iterable"],
  ['[{}]', '"economy"', '"credit_card_1"', "Error: 'flight_number'"],
  ['[{"flight_number": "HAT001"}]', '"economy"', '"credit_card_1"', "Error: 'date'"],
  ['[{"flight_number": "HAT9"}]', '"economy"', '"credit_card_1"', 'Error: flight HAT9 not found'],
  [own, '"business"', '"credit_card_1"', 'Error: not enough seats on flight HAT001'],
  [own, '["economy"]', '"credit_card_1"', "Error: unhashable type: 'list'"],
  [own, '"economy"', '"certificate_1"', 'Error: certificate cannot be used to update reservation'],
  [own, '"economy"', 'null', 'Error: payment method not found'],
  [
    '[{"flight_number": "HAT001", "date": "2024-05-17"}]',
    '"business"',
    '"gift_card_1"',
    'Error: gift card balance is not enough',
  ],
])('%s in %s by %s is refused without a change', (flights, cabin, payment, answer) => {
  const database = openFixture()
  expect(call(database, updateReservationFlights, kwargs(flights, cabin, payment))).toBe(answer)
  expect(officialHash(database)).toBe(officialHash(openFixture()))
})
