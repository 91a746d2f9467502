import { expect, test } from 'vitest'
import { call, openFixture, show } from '../../../test/airline.ts'
import { bookReservation, cancelReservation } from './reservations.ts'

const cancel = '{"reservation_id": "AAA111"}'

test('cancelling books the payments back in the history and adds a status, but pays nobody', () => {
  const database = openFixture()
  const answer = call(database, cancelReservation, cancel)
  expect(answer).toContain(
    '"payment_history": [{"payment_id": "gift_card_1", "amount": 200}, {"payment_id": "gift_card_1", "amount": -200}]',
  )
  expect(answer).toMatch(/"insurance": "no", "status": "cancelled"}$/)
  expect(show(database, 'reservations', 'AAA111')).toBe(answer)
  expect(show(database, 'users', 'ann_lee_1')).toBe(show(openFixture(), 'users', 'ann_lee_1'))
})

test('a second cancelling refunds the refund', () => {
  const database = openFixture()
  call(database, cancelReservation, cancel)
  const amounts = call(database, cancelReservation, cancel)?.match(/(?<="amount": )-?\d+/g)
  expect(amounts).toEqual(['200', '-200', '-200', '200'])
})

test('a history that the booking left as an empty dict cannot take refunds', () => {
  const database = openFixture()
  const free = ['origin', 'destination', 'flight_type', 'cabin', 'insurance'].map((name) => `"${name}": ""`)
  const counts = '"total_baggages": 0, "nonfree_baggages": 0, "passengers": [], "flights": []'
  const booked = `{"user_id": "ann_lee_1", "payment_methods": {}, ${counts}, ${free.join(', ')}}`
  expect(call(database, bookReservation, booked)).toContain('"payment_history": {}')
  expect(call(database, cancelReservation, '{"reservation_id": "HATHAT"}')).toBe(
    "Error: 'dict' object has no attribute 'extend'",
  )
  expect(show(database, 'reservations', 'HATHAT')).not.toContain('status')
})

test.each([
  ['"aaa111"', 'Error: reservation not found'],
  ['null', 'Error: reservation not found'],
  ['"constructor"', 'Error: reservation not found'],
  ['{}', "Error: unhashable type: 'dict'"],
])('refuses %s', (id, answer) => {
  expect(call(openFixture(), cancelReservation, `{"reservation_id": ${id}}`)).toBe(answer)
})
