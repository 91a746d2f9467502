import { describe, expect, test } from 'vitest'
import { call, openFixture, show } from '../../../test/retail.ts'

describe('details', () => {
  test.each([
    ['order', '#W1'],
    ['product', '20'],
    ['user', 'bob_ray_2'],
  ])('of %s %s', (kind, id) => {
    const database = openFixture()
    const answer = call(database, `get_${kind}_details`, `{"${kind}_id": "${id}"}`)
    expect(answer).toBe(show(database, `${kind}s`, id))
    expect(call(database, `get_${kind}_details`, `{"${kind}_id": "__proto__"}`)).toBe(
      `Error: ${kind} not found`,
    )
    expect(call(database, `get_${kind}_details`, `{"${kind}_id": 20}`)).toBe(`Error: ${kind} not found`)
    expect(call(database, `get_${kind}_details`, `{"${kind}_id": []}`)).toBe("Error: unhashable type: 'list'")
  })
})

test('products are listed by name', () => {
  expect(call(openFixture(), 'list_all_product_types', '{}')).toBe('{"Cap": "10", "Mug": "20"}')
})

test.each([
  ['"ANN.lee@example.com"', 'ann_lee_1'],
  ['" bob@example.com"', 'Error: user not found'],
  ['7', "Error: 'int' object has no attribute 'lower'"],
])('the user of email %s is %s', (email, answer) => {
  expect(call(openFixture(), 'find_user_id_by_email', `{"email": ${email}}`)).toBe(answer)
})

test.each([
  ['"bob", "last_name": "RAY", "zip": "20002"', 'bob_ray_2'],
  ['"Bob", "last_name": "Ray", "zip": 20002', 'Error: user not found'],
  ['"Bob", "last_name": "Lee", "zip": "20002"', 'Error: user not found'],
  ['"Eve", "last_name": null, "zip": null', 'Error: user not found'],
  ['"Bob", "last_name": null, "zip": null', "Error: 'NoneType' object has no attribute 'lower'"],
  ['{}, "last_name": null, "zip": null', "Error: 'dict' object has no attribute 'lower'"],
])('the user of name %s is %s', (rest, answer) => {
  expect(call(openFixture(), 'find_user_id_by_name_zip', `{"first_name": ${rest}}`)).toBe(answer)
})

test('an address that was changed is what a user is found by', () => {
  const database = openFixture()
  const rest = '"address1": "", "address2": "", "city": "", "state": "", "country": "", "zip": "30003"'
  call(database, 'modify_user_address', `{"user_id": "bob_ray_2", ${rest}}`)
  const name = '"first_name": "Bob", "last_name": "Ray"'
  expect(call(database, 'find_user_id_by_name_zip', `{${name}, "zip": "20002"}`)).toBe(
    'Error: user not found',
  )
  expect(call(database, 'find_user_id_by_name_zip', `{${name}, "zip": "30003"}`)).toBe('bob_ray_2')
})

test('thinking says nothing, and a transfer always succeeds', () => {
  expect(call(openFixture(), 'think', '{"thought": null}')).toBe('')
  expect(call(openFixture(), 'transfer_to_human_agents', '{"summary": []}')).toBe('Transfer successful')
})
