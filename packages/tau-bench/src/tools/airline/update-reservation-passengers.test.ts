import { expect, test } from 'vitest'
import { call, openFixture } from '../../../test/airline.ts'
import { updateReservationPassengers } from './reservations.ts'

function update(passengers: string): string | undefined {
  const kwargs = `{"reservation_id": "AAA111", "passengers": ${passengers}}`
  return call(openFixture(), updateReservationPassengers, kwargs)
}

test.each(['[{"first_name": "Cy"}, {}]', '{"0": 1, "1": 1}', '"ab"', '"\\ud83d\\ude00b"'])(
  '%s can be counted to two, and is stored',
  (passengers) => {
    expect(update(passengers)).toContain(`"passengers": ${passengers}, "payment_history"`)
  },
)

test.each([
  ['[{}]', 'Error: number of passengers does not match'],
  ['[{}, {}, {}]', 'Error: number of passengers does not match'],
  ['null', "Error: object of type 'NoneType' has no len()"],
  ['2', "Error: object of type 'int' has no len()"],
])('%s is refused', (passengers, answer) => {
  expect(update(passengers)).toBe(answer)
})
