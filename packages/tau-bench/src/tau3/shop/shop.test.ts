import { expect, test } from 'vitest'
import { args, smallBank, writeData } from '../../../test/tau3/small-data.ts'
import { smallShops } from '../../../test/tau3/small-shop.ts'
import { loadTau3 } from '../load.ts'

const folder = writeData({ ...smallBank(), ...smallShops() })

function open(name: 'airline' | 'retail') {
  const domain = loadTau3(folder, name)
  const [task] = domain.tasks
  if (task === undefined) throw new Error('no task')
  const world = domain.open(task)
  return (tool: string, object: object) => world.call('assistant', tool, args(object)).content
}

const flight = { flight_number: 'F1', date: '2024-05-20' }
const booking = {
  user_id: 'ada_1',
  origin: 'SFO',
  destination: 'JFK',
  flight_type: 'one_way',
  cabin: 'economy',
  flights: [args(flight)],
  passengers: [args({ first_name: 'Ada', last_name: 'Lund', dob: '1990-01-01' })],
  payment_methods: [args({ payment_id: 'g1', amount: 100 })],
  total_baggages: 0n,
  nonfree_baggages: 0n,
  insurance: 'no',
}

test('rows are typed: floats become ints, unknown fields go, missing ones are null', () => {
  const retail = open('retail')
  const order = JSON.parse(retail('get_order_details', { order_id: '#W1' }))
  expect(order).toMatchObject({ cancel_reason: null, return_items: null })
  expect(order).not.toHaveProperty('extra')
  expect(retail('get_order_details', { order_id: '#W1' })).toContain('"price": 10.0')
})

test('a booking takes seats and money, and checks all payments first', () => {
  const airline = open('airline')
  expect(
    airline('book_reservation', { ...booking, payment_methods: [args({ payment_id: 'g1', amount: 90n })] }),
  ).toBe('Error: Payment amount does not add up, total price is 100, but paid 90')
  expect(airline('book_reservation', booking)).toContain('"reservation_id": "HATHAT"')
  expect(airline('book_reservation', booking)).toContain('HATHAU')
  expect(airline('book_reservation', booking)).toBe('Error: Not enough seats on flight F1')
})

test.each([
  [
    'a literal',
    { insurance: 'maybe' },
    "insurance\n  Input should be 'yes' or 'no' [type=literal_error, input_value='maybe', input_type=str]",
  ],
  [
    'a number',
    { total_baggages: 1.5 },
    'total_baggages\n  Input should be a valid integer, got a number with a fractional part [type=int_from_float, input_value=1.5, input_type=float]',
  ],
  [
    'a number beyond 64 bits',
    { nonfree_baggages: 1e22 },
    'nonfree_baggages\n  Unable to parse input string as an integer, exceeded maximum size [type=int_parsing_size, input_value=1e+22, input_type=float]',
  ],
  [
    'a list',
    { passengers: 'x' },
    "passengers\n  Input should be a valid list [type=list_type, input_value='x', input_type=str]",
  ],
])('rejects %s in the words of pydantic', (_what, change, words) => {
  const answer = open('airline')('book_reservation', { ...booking, ...change })
  expect(answer).toContain(`Error: 1 validation error for Reservation\n${words}`)
})

test('a long value is shortened in the middle', () => {
  const passengers = [args({ first_name: 'Ada', last_name: 'L'.repeat(60) })]
  expect(open('airline')('book_reservation', { ...booking, passengers })).toContain(
    "input_value={'first_name': 'Ada', 'la...LLLLLLLLLLLLLLLLLLLLLL'}, input_type=dict]",
  )
})

test('every changed item gets the last new price, and the same item is refused', () => {
  const retail = open('retail')
  const change = { order_id: '#W1', item_ids: ['i1'], payment_method_id: 'g1' }
  expect(retail('modify_pending_order_items', { ...change, new_item_ids: ['i1'] })).toBe(
    'Error: The new item id should be different from the old item id',
  )
  const order = JSON.parse(retail('modify_pending_order_items', { ...change, new_item_ids: ['i2'] }))
  expect(order).toMatchObject({ status: 'pending (item modified)', items: [{ item_id: 'i2', price: 12.5 }] })
  expect(order.payment_history).toHaveLength(2)
})

test('the user of a shop has no tools', () => {
  const domain = loadTau3(folder, 'retail')
  const [task] = domain.tasks
  if (task === undefined) throw new Error('no task')
  expect(domain.open(task).call('user', 'get_order_details', args({ order_id: '#W1' }))).toEqual({
    content: 'Error: User tools not available',
    error: true,
  })
  expect(domain.userPrompt(task)).toContain(
    '<scenario>\nInstructions:\n\tDomain: retail\n\tReason for call:\n\t\tCancel it.',
  )
})
