import { expect, test } from 'vitest'
import { call, openFixture, show } from '../../../test/retail.ts'

function pay(orderId: string, methodId: string): string {
  return `{"order_id": "${orderId}", "payment_method_id": ${methodId}}`
}

test('the new method pays and the old one is refunded', () => {
  const database = openFixture()
  const answer = call(database, 'modify_pending_order_payment', pay('#W3', '"gift_card_2"'))
  const amounts = answer?.match(/"transaction_type": "\w+", "amount": 15, "payment_method_id": "\w+"/g)
  expect(amounts?.slice(1)).toEqual([
    '"transaction_type": "payment", "amount": 15, "payment_method_id": "gift_card_2"',
    '"transaction_type": "refund", "amount": 15, "payment_method_id": "credit_card_2"',
  ])
  expect(show(database, 'users', 'bob_ray_2')).toContain('"balance": 0,')
})

test('a gift card that had paid has its money back', () => {
  const database = openFixture()
  call(database, 'modify_pending_order_payment', pay('#W1', '"paypal_1"'))
  expect(show(database, 'users', 'ann_lee_1')).toContain('"balance": 105.4')
})

test.each([
  [pay('#W9', '1'), 'Error: order not found'],
  [pay('#W2', '1'), 'Error: non-pending order cannot be modified'],
  [pay('#W3', '1'), 'Error: payment method not found'],
  [pay('#W3', '"paypal_1"'), 'Error: payment method not found'],
  [pay('#W3', '[]'), "Error: unhashable type: 'list'"],
  [pay('#W4', '"gift_card_2"'), 'Error: list index out of range'],
  [pay('#W3', '"credit_card_2"'), 'Error: the new payment method should be different from the current one'],
  [pay('#W3', '"gift_card_3"'), 'Error: insufficient gift card balance to pay for the order'],
])('refuses %s', (kwargs, answer) => {
  const database = openFixture()
  expect(call(database, 'modify_pending_order_payment', kwargs)).toBe(answer)
  expect(show(database, 'users', 'bob_ray_2')).toBe(show(openFixture(), 'users', 'bob_ray_2'))
})

test('the payment is changed once', () => {
  const database = openFixture()
  call(database, 'modify_pending_order_payment', pay('#W3', '"gift_card_2"'))
  expect(call(database, 'modify_pending_order_payment', pay('#W3', '"credit_card_2"'))).toBe(
    'Error: there should be exactly one payment for a pending order',
  )
})
