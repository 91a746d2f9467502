import { describe, expect, test } from 'vitest'
import { call, openFixture, show } from '../../../test/retail.ts'

function modify(itemIds: string, newItemIds: string, methodId = '"paypal_1"'): string {
  return `{"order_id": "#W1", "item_ids": ${itemIds}, "new_item_ids": ${newItemIds}, "payment_method_id": ${methodId}}`
}

test('an item takes over the price and the options of the new one', () => {
  const database = openFixture()
  const answer = call(database, 'modify_pending_order_items', modify('["201"]', '["202"]'))
  expect(answer).toContain('"item_id": "202", "price": 20.3, "options": {"color": "blue"}}, {"name": "Mug"')
  expect(answer).toContain('"status": "pending (item modified)"')
  expect(show(database, 'orders', '#W1')).toBe(answer)
})

test.each([
  ['["201"]', '["202"]', '"payment", "amount": 10.200000000000001'],
  ['["202"]', '["201"]', '"refund", "amount": 10.200000000000001'],
  ['["101"]', '["101"]', '"refund", "amount": 0,'],
  ['["201"]', '["201"]', '"refund", "amount": 0.0'],
  ['[]', '{}', '"refund", "amount": 0,'],
  ['""', '[]', '"refund", "amount": 0,'],
])('the difference of %s to %s is not rounded', (itemIds, newItemIds, line) => {
  const answer = call(openFixture(), 'modify_pending_order_items', modify(itemIds, newItemIds))
  expect(answer).toContain(`{"transaction_type": ${line}`)
})

test('a gift card pays the difference to the cent', () => {
  const database = openFixture()
  call(database, 'modify_pending_order_items', modify('["201"]', '["202"]', '"gift_card_1"'))
  expect(show(database, 'users', 'ann_lee_1')).toContain('"balance": 49.8')
})

test('the second change finds what the first one made', () => {
  const answer = call(openFixture(), 'modify_pending_order_items', modify('["201", "202"]', '["202", "203"]'))
  expect(answer?.match(/(?<="item_id": ")\d+/g)).toEqual(['203', '202', '101'])
})

test.each([
  ['modify_pending_order_items', modify('[]', '[]')],
  ['modify_pending_order_payment', '{"order_id": "#W1", "payment_method_id": "paypal_1"}'],
  ['cancel_pending_order', '{"order_id": "#W1", "reason": "no longer needed"}'],
])('an order whose items were changed is no longer pending for %s', (name, kwargs) => {
  const database = openFixture()
  call(database, 'modify_pending_order_items', modify('[]', '[]'))
  expect(call(database, name, kwargs)).toMatch(/^Error: non-pending order cannot be /)
})

describe('refusals', () => {
  test.each([
    [modify('["9"]', '[]'), 'Error: 9 not found'],
    [modify('["201", "201"]', '[]'), 'Error: 201 not found'],
    [modify('"20"', '[]'), 'Error: 2 not found'],
    [modify('[{"a": [1.0, null]}]', '[]'), "Error: {'a': [1.0, None]} not found"],
    [modify('["__proto__"]', '[]'), 'Error: __proto__ not found'],
    [modify('{"201": 1}', '[]'), "Error: 'dict' object has no attribute 'count'"],
    [modify('null', '[]'), "Error: 'NoneType' object is not iterable"],
    [modify('["201"]', '[]'), 'Error: the number of items to be exchanged should match'],
    [modify('["201"]', 'true'), "Error: object of type 'bool' has no len()"],
    [modify('["201"]', '["101"]'), 'Error: new item 101 not found or available'],
    [modify('["201"]', '["204"]'), 'Error: new item 204 not found or available'],
    [modify('["201"]', '["constructor"]'), 'Error: new item constructor not found or available'],
    [modify('["201"]', '[202]'), 'Error: new item 202 not found or available'],
    [modify('["201"]', '[["202"]]'), "Error: unhashable type: 'list'"],
    [modify('["201"]', '["202"]', '"paypal_9"'), 'Error: payment method not found'],
    [modify('["201"]', '["202"]', '{}'), "Error: unhashable type: 'dict'"],
    [
      modify('["201"]', '["203"]', '"gift_card_1"'),
      'Error: insufficient gift card balance to pay for the new item',
    ],
  ])('%s', (kwargs, answer) => {
    const database = openFixture()
    expect(call(database, 'modify_pending_order_items', kwargs)).toBe(answer)
    expect(database.changes('orders').size).toBe(0)
  })

  test('the status is looked at before the items', () => {
    const kwargs = modify('null', 'null').replace('#W1', '#W2')
    expect(call(openFixture(), 'modify_pending_order_items', kwargs)).toBe(
      'Error: non-pending order cannot be modified',
    )
  })
})
