import { describe, expect, test } from 'vitest'
import { call, openFixture, show } from '../../../test/retail.ts'

function give(itemIds: string, methodId: string, newItemIds?: string): string {
  const exchanged = newItemIds === undefined ? '' : `"new_item_ids": ${newItemIds}, `
  return `{"order_id": "#W2", "item_ids": ${itemIds}, ${exchanged}"payment_method_id": ${methodId}}`
}

describe('exchange_delivered_order_items', () => {
  test('notes down sorted ids and the rounded difference, and moves no money', () => {
    const database = openFixture()
    const kwargs = give('["201", "201"]', '"gift_card_1"', '["202", "201"]')
    const answer = call(database, 'exchange_delivered_order_items', kwargs)
    expect(answer).toMatch(/"status": "exchange requested", "payment_history": \[{[^}]*}]/)
    expect(answer).toMatch(
      /"exchange_items": \["201", "201"], "exchange_new_items": \["201", "202"], "exchange_payment_method_id": "gift_card_1", "exchange_price_difference": 10.2}$/,
    )
    expect(show(database, 'orders', '#W2')).toBe(answer)
    expect(show(database, 'users', 'ann_lee_1')).toBe(show(openFixture(), 'users', 'ann_lee_1'))
  })

  test.each([
    [give('["201"]', '"gift_card_1"', '["204"]'), 'Error: new item 204 not found or available'],
    [give('["201"]', '7', '["202"]'), 'Error: payment method not found'],
    [
      give('["201"]', '"gift_card_1"', '["203"]'),
      'Error: insufficient gift card balance to pay for the price difference',
    ],
    [
      give('["201"]', '"gift_card_1"', '["203"]').replace('#W2', '#W1'),
      'Error: non-delivered order cannot be exchanged',
    ],
    [give('[]', '"gift_card_1"', '[]').replace('#W2', '__proto__'), 'Error: order not found'],
  ])('refuses %s', (kwargs, answer) => {
    const database = openFixture()
    expect(call(database, 'exchange_delivered_order_items', kwargs)).toBe(answer)
    expect(database.changes('orders').size).toBe(0)
  })
})

describe('return_delivered_order_items', () => {
  test('notes down the ids and the method, and moves no money', () => {
    const database = openFixture()
    const answer = call(database, 'return_delivered_order_items', give('["201", "201"]', '"gift_card_1"'))
    expect(answer).toContain('"status": "return requested"')
    expect(answer).toMatch(/"return_items": \["201", "201"], "return_payment_method_id": "gift_card_1"}$/)
    expect(show(database, 'orders', '#W2')).toBe(answer)
    expect(database.changes('users').size).toBe(0)
  })

  test.each(['""', '{}', '[]'])('an empty %s succeeds', (itemIds) => {
    const answer = call(openFixture(), 'return_delivered_order_items', give(itemIds, '"paypal_1"'))
    expect(answer).toContain('"return_items": []')
  })

  test.each([
    [give('null', '"credit_card_2"'), 'Error: payment method not found'],
    [give('null', '"gift_card_1"'), "Error: 'NoneType' object is not iterable"],
    [give('["201", "201", "201"]', '"paypal_1"'), 'Error: some item not found'],
    [give('"201"', '"paypal_1"'), 'Error: some item not found'],
    [give('[201]', '"paypal_1"'), 'Error: some item not found'],
    [give('[]', '"paypal_1"').replace('#W2', '#W1'), 'Error: non-delivered order cannot be returned'],
  ])('refuses %s', (kwargs, answer) => {
    const database = openFixture()
    expect(call(database, 'return_delivered_order_items', kwargs)).toBe(answer)
    expect(database.changes('orders').size).toBe(0)
  })
})

test('an order is exchanged or returned, once', () => {
  const database = openFixture()
  call(database, 'exchange_delivered_order_items', give('[]', '"paypal_1"', '[]'))
  expect(call(database, 'return_delivered_order_items', give('[]', '"paypal_1"'))).toBe(
    'Error: non-delivered order cannot be returned',
  )
})
