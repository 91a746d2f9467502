import { expect, test } from 'vitest'
import { call, openFixture, show } from '../../../test/airline.ts'
import { officialHash } from '../../hash/database-hash.ts'
import { updateReservationBaggages } from './reservations.ts'

function kwargs(nonfree: string, payment = '"credit_card_1"', total = '5'): string {
  const bags = `"total_baggages": ${total}, "nonfree_baggages": ${nonfree}`
  return `{"reservation_id": "AAA111", ${bags}, "payment_id": ${payment}}`
}

test('each paid bag more costs 50 and makes a line of the history', () => {
  const database = openFixture()
  const answer = call(database, updateReservationBaggages, kwargs('3', '"gift_card_1"'))
  expect(answer).toContain('{"payment_id": "gift_card_1", "amount": 100}], "created_at"')
  expect(answer).toContain('"total_baggages": 5, "nonfree_baggages": 3')
  expect(show(database, 'users', 'ann_lee_1')).toContain('{"source": "gift_card", "amount": 0,')
})

test('fewer bags give nothing back', () => {
  const answer = call(openFixture(), updateReservationBaggages, kwargs('-4', '"credit_card_1"', 'null'))
  expect(answer).toContain('"payment_history": [{"payment_id": "gift_card_1", "amount": 200}], ')
  expect(answer).toContain('"total_baggages": null, "nonfree_baggages": -4')
})

test('half a bag makes the amount a float', () => {
  expect(call(openFixture(), updateReservationBaggages, kwargs('1.5'))).toContain('"amount": 25.0}]')
})

test.each([
  ['"2"', '"credit_card_1"', "Error: unsupported operand type(s) for -: 'str' and 'int'"],
  ['null', '"nothing"', "Error: unsupported operand type(s) for -: 'NoneType' and 'int'"],
  ['2', '"nothing"', 'Error: payment method not found'],
  ['2', '["credit_card_1"]', "Error: unhashable type: 'list'"],
  ['2', '"certificate_1"', 'Error: certificate cannot be used to update reservation'],
  ['4', '"gift_card_1"', 'Error: gift card balance is not enough'],
])('%s paid bags by %s are refused without a change', (nonfree, payment, answer) => {
  const database = openFixture()
  expect(call(database, updateReservationBaggages, kwargs(nonfree, payment))).toBe(answer)
  expect(officialHash(database)).toBe(officialHash(openFixture()))
})
