import { expect, test } from 'vitest'
import { call, openFixture, show } from '../../../test/retail.ts'

const cancel = '{"order_id": "#W1", "reason": "ordered by mistake"}'

test('a cancelled order keeps the reason and gets a refund for its payment', () => {
  const database = openFixture()
  const answer = call(database, 'cancel_pending_order', cancel)
  expect(answer).toMatch(
    /"status": "cancelled", "payment_history": \[.*, {"transaction_type": "refund", "amount": 45.4, "payment_method_id": "gift_card_1"}], "cancel_reason": "ordered by mistake"}$/,
  )
  expect(show(database, 'orders', '#W1')).toBe(answer)
})

test('a gift card has its money back at once, as a float', () => {
  const database = openFixture()
  call(database, 'cancel_pending_order', cancel)
  expect(show(database, 'users', 'ann_lee_1')).toContain('"balance": 105.4')
  call(database, 'cancel_pending_order', '{"order_id": "#W3", "reason": "no longer needed"}')
  expect(show(database, 'users', 'bob_ray_2')).toBe(show(openFixture(), 'users', 'bob_ray_2'))
})

test('every line of the history is refunded, earlier refunds too', () => {
  const database = openFixture()
  call(database, 'modify_pending_order_payment', '{"order_id": "#W1", "payment_method_id": "paypal_1"}')
  expect(show(database, 'users', 'ann_lee_1')).toContain('"balance": 105.4')
  const answer = call(database, 'cancel_pending_order', cancel)
  expect(answer?.match(/"refund"/g)).toHaveLength(4)
  expect(show(database, 'users', 'ann_lee_1')).toContain('"balance": 196.2')
})

test.each([
  ['{"order_id": "W1", "reason": "x"}', 'Error: order not found'],
  ['{"order_id": 1, "reason": "x"}', 'Error: order not found'],
  ['{"order_id": ["#W1"], "reason": "x"}', "Error: unhashable type: 'list'"],
  ['{"order_id": "#W2", "reason": "x"}', 'Error: non-pending order cannot be cancelled'],
  ['{"order_id": "#W1", "reason": "x"}', 'Error: invalid reason'],
  ['{"order_id": "#W1", "reason": ["no longer needed"]}', 'Error: invalid reason'],
])('refuses %s', (kwargs, answer) => {
  const database = openFixture()
  expect(call(database, 'cancel_pending_order', kwargs)).toBe(answer)
  expect(database.changes('orders').size).toBe(0)
})

test('an order is cancelled once', () => {
  const database = openFixture()
  call(database, 'cancel_pending_order', cancel)
  expect(call(database, 'cancel_pending_order', cancel)).toBe('Error: non-pending order cannot be cancelled')
})
