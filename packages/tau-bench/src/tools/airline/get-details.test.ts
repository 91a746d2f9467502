import { expect, test } from 'vitest'
import { call, openFixture, show } from '../../../test/airline.ts'
import { getReservationDetails, getUserDetails } from '../common.ts'

test.each([
  ['reservation', getReservationDetails, 'reservation_id', 'reservations', 'AAA111'],
  ['user', getUserDetails, 'user_id', 'users', 'ann_lee_1'],
])('a %s is shown whole; another is no user, and a list is no key', (_, tool, argument, table, id) => {
  const details = (value: string) => call(openFixture(), tool, `{"${argument}": ${value}}`)
  expect(details(`"${id}"`)).toBe(show(openFixture(), table, id))
  for (const unknown of [`"${id} "`, '"__proto__"', '""', '1', 'null']) {
    expect(details(unknown)).toBe('Error: user not found')
  }
  expect(details(`["${id}"]`)).toBe("Error: unhashable type: 'list'")
})
