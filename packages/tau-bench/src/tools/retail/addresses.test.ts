import { expect, test } from 'vitest'
import { call, openFixture, show } from '../../../test/retail.ts'

const address =
  '"zip": 7.0, "country": [], "state": {"a": true}, "city": null, "address2": "", "address1": "é"'
const stored =
  '"address": {"address1": "\\u00e9", "address2": "", "city": null, "state": {"a": true}, "country": [], "zip": 7.0}'

test("a user's address is replaced as it comes, in the order of the parameters", () => {
  const database = openFixture()
  const answer = call(database, 'modify_user_address', `{"user_id": "ann_lee_1", ${address}}`)
  expect(answer).toContain(stored)
  expect(show(database, 'users', 'ann_lee_1')).toBe(answer)
})

test("an order's address is replaced as it comes, in the order of the parameters", () => {
  const database = openFixture()
  const answer = call(database, 'modify_pending_order_address', `{"order_id": "#W1", ${address}}`)
  expect(answer).toContain(stored)
  expect(show(database, 'orders', '#W1')).toBe(answer)
})

test.each([
  ['modify_user_address', `{"user_id": "toString", ${address}}`, 'Error: user not found'],
  ['modify_user_address', `{"user_id": {}, ${address}}`, "Error: unhashable type: 'dict'"],
  ['modify_pending_order_address', `{"order_id": null, ${address}}`, 'Error: order not found'],
  [
    'modify_pending_order_address',
    `{"order_id": "#W2", ${address}}`,
    'Error: non-pending order cannot be modified',
  ],
])('%s refuses %s', (name, kwargs, answer) => {
  expect(call(openFixture(), name, kwargs)).toBe(answer)
})
