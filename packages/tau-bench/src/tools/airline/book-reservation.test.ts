import { expect, test } from 'vitest'
import { call, openFixture, show } from '../../../test/airline.ts'
import { officialHash } from '../../hash/database-hash.ts'
import { dumps, type PythonDict, parsePythonJson } from '../../python/index.ts'
import { callTool } from '../../tool.ts'
import { bookReservation } from './reservations.ts'

/** A booking of one flight for one passenger at 120 US dollars, some arguments given otherwise. */
function booking(changes: Record<string, string> = {}): string {
  const kwargs = {
    user_id: '"ann_lee_1"',
    origin: '"SFO"',
    destination: '"JFK"',
    flight_type: '"one_way"',
    cabin: '"economy"',
    flights: '[{"flight_number": "HAT001", "date": "2024-05-16"}]',
    passengers: '[{"first_name": "Ann"}]',
    payment_methods: '[{"payment_id": "credit_card_1", "amount": 120}]',
    total_baggages: '0',
    nonfree_baggages: '0',
    insurance: '"no"',
    ...changes,
  }
  const members = Object.entries(kwargs).map(([name, value]) => `"${name}": ${value}`)
  return `{${members.join(', ')}}`
}

test('a booking is stored, shown, and listed with its user', () => {
  const database = openFixture()
  const answer = call(database, bookReservation, booking())
  expect(answer).toBe(
    '{"reservation_id": "HATHAT", "user_id": "ann_lee_1", "origin": "SFO", "destination": "JFK", ' +
      '"flight_type": "one_way", "cabin": "economy", "flights": [{"flight_number": "HAT001", ' +
      '"date": "2024-05-16", "price": 120, "origin": "SFO", "destination": "JFK"}], ' +
      '"passengers": [{"first_name": "Ann"}], ' +
      '"payment_history": [{"payment_id": "credit_card_1", "amount": 120}], ' +
      '"created_at": "2024-05-15T15:00:00", "total_baggages": 0, "nonfree_baggages": 0, "insurance": "no"}',
  )
  expect(show(database, 'reservations', 'HATHAT')).toBe(answer)
  expect(show(database, 'users', 'ann_lee_1')).toContain('"reservations": ["AAA111", "HATHAT"]')
})

test('the fourth booking overwrites the third', () => {
  const database = openFixture()
  const ids = Array.from({ length: 4 }, () => call(database, bookReservation, booking())?.slice(20, 26))
  expect(ids).toEqual(['HATHAT', 'HATHAU', 'HATHAV', 'HATHAV'])
  expect(show(database, 'users', 'ann_lee_1')).toContain('"HATHAT", "HATHAU", "HATHAV", "HATHAV"]')
})

test('insurance costs 30 for each passenger only if it is exactly yes, a paid bag 50', () => {
  const paid = (amount: number) => `[{"payment_id": "credit_card_1", "amount": ${amount}}]`
  const answer = (changes: Record<string, string>) =>
    call(openFixture(), bookReservation, booking({ passengers: '[{}, {}]', ...changes }))
  expect(answer({ insurance: '"yes"', nonfree_baggages: '3', payment_methods: paid(450) })).toMatch(/^{/)
  expect(answer({ insurance: '"Yes"', nonfree_baggages: '-1', payment_methods: paid(190) })).toMatch(/^{/)
  expect(answer({ insurance: '"yes"' })).toBe(
    'Error: payment amount does not add up, total price is 300, but paid 120',
  )
})

test('a float that makes up the price is accepted and kept as a float', () => {
  const payment_methods = '[{"payment_id": "credit_card_1", "amount": 120.0}]'
  const answer = call(openFixture(), bookReservation, booking({ payment_methods }))
  expect(answer).toContain('"amount": 120.0}')
})

test('a gift card is lowered, a certificate is gone whatever was taken', () => {
  const database = openFixture()
  const payment_methods =
    '[{"payment_id": "gift_card_1", "amount": 100}, {"payment_id": "certificate_1", "amount": 20}]'
  expect(call(database, bookReservation, booking({ payment_methods }))).toMatch(/^{/)
  const user = show(database, 'users', 'ann_lee_1')
  expect(user).toContain('{"source": "gift_card", "amount": 0, "id": "gift_card_1"}')
  expect(user).not.toContain('certificate_1')
})

test('a gift card given twice is overdrawn, a certificate given twice fails with the first already gone', () => {
  const twice = (id: string) =>
    `[{"payment_id": "${id}", "amount": 60}, {"payment_id": "${id}", "amount": 60}]`
  const gifted = openFixture()
  expect(call(gifted, bookReservation, booking({ payment_methods: twice('gift_card_1') }))).toMatch(/^{/)
  expect(show(gifted, 'users', 'ann_lee_1')).toContain('"amount": -20,')

  const certified = openFixture()
  const answer = call(certified, bookReservation, booking({ payment_methods: twice('certificate_1') }))
  expect(answer).toBe("Error: 'certificate_1'")
  expect(show(certified, 'users', 'ann_lee_1')).not.toContain('certificate_1')
  expect(show(certified, 'reservations', 'HATHAT')).toBe('no such record')
})

test.each([
  [{ user_id: '"bob"' }, 'Error: user not found'],
  [{ user_id: '["ann_lee_1"]' }, "Error: unhashable type: 'list'"],
  [{ user_id: '"__proto__"' }, 'Error: user not found'],
  [{ flights: 'null' }, "Error: 'NoneType' object is not iterable"],
  [{ flights: '["HAT001"]' }, "Error: string indices must be integers, not 'str'"],
  [{ flights: '[{"date": "2024-05-16"}]' }, "Error: 'flight_number'"],
  [{ flights: '[{"flight_number": 1.0}]' }, 'Error: flight 1.0 not found'],
  [{ flights: '[{"flight_number": "HAT001"}]' }, "Error: 'date'"],
  [{ flights: '[{"flight_number": "HAT001", "date": null}]' }, 'Error: flight HAT001 not found on date None'],
  [
    { flights: '[{"flight_number": "HAT001", "date": "2024-05-15"}]' },
    'Error: flight HAT001 not available on date 2024-05-15',
  ],
  [{ cabin: '"first"' }, "Error: 'first'"],
  [{ cabin: 'null' }, 'Error: None'],
  [{ passengers: '[{}, {}, {}]' }, 'Error: not enough seats on flight HAT001'],
  [{ passengers: '1' }, "Error: object of type 'int' has no len()"],
  [{ nonfree_baggages: '"1"' }, "Error: unsupported operand type(s) for +=: 'int' and 'str'"],
  [{ nonfree_baggages: 'null' }, "Error: unsupported operand type(s) for *: 'int' and 'NoneType'"],
  [{ payment_methods: '{"credit_card_1": 120}' }, "Error: string indices must be integers, not 'str'"],
  [{ payment_methods: '[{"payment_id": "x"}]' }, "Error: 'amount'"],
  [{ payment_methods: '[{"payment_id": "x", "amount": 1}]' }, 'Error: payment method x not found'],
  [
    { payment_methods: '[{"payment_id": "gift_card_1", "amount": 101}]' },
    'Error: not enough balance in payment method gift_card_1',
  ],
  [
    { payment_methods: '[{"payment_id": "gift_card_1", "amount": "9"}]' },
    "Error: '<' not supported between instances of 'int' and 'str'",
  ],
  [
    { payment_methods: '[{"payment_id": "credit_card_1", "amount": "120"}]' },
    "Error: unsupported operand type(s) for +: 'int' and 'str'",
  ],
  [{ payment_methods: '[]' }, 'Error: payment amount does not add up, total price is 120, but paid 0'],
])('refused without a change: %j', (changes, answer) => {
  const database = openFixture()
  expect(call(database, bookReservation, booking(changes))).toBe(answer)
  expect(officialHash(database)).toBe(officialHash(openFixture()))
})

test('passengers that cannot be counted pass if nothing is priced by them', () => {
  const empty = { flights: '[]', payment_methods: '[]', passengers: 'null' }
  expect(call(openFixture(), bookReservation, booking(empty))).toContain('"passengers": null')
})

test('the arguments stay as the model sent them', () => {
  const kwargs = parsePythonJson(booking())
  const sent = dumps(kwargs)
  callTool(bookReservation, 'airline', openFixture(), kwargs as PythonDict)
  expect(dumps(kwargs)).toBe(sent)
})
