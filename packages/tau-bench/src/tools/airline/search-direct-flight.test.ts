import { expect, test } from 'vitest'
import { call, openFixture } from '../../../test/airline.ts'
import { searchDirectFlight } from './flights.ts'

function search(origin: string, destination: string, date: string): string | undefined {
  const kwargs = `{"origin": ${origin}, "destination": ${destination}, "date": ${date}}`
  return call(openFixture(), searchDirectFlight, kwargs)
}

test('shows what is available on the date, its other dates left out', () => {
  expect(search('"SFO"', '"JFK"', '"2024-05-16"')).toBe(
    '[{"flight_number": "HAT001", "origin": "SFO", "destination": "JFK", ' +
      '"scheduled_departure_time_est": "06:00:00", "scheduled_arrival_time_est": "11:30:00", ' +
      '"status": "available", "available_seats": {"economy": 2, "business": 1}, ' +
      '"prices": {"economy": 120, "business": 400}}]',
  )
})

test.each([
  ['"SFO"', '"JFK"', '"2024-05-15"'],
  ['"SFO"', '"JFK"', 'null'],
  ['"sfo"', '"JFK"', '"2024-05-16"'],
  ['["SFO"]', '{}', '["2024-05-16"]'],
])('finds nothing from %s to %s on %s', (origin, destination, date) => {
  expect(search(origin, destination, date)).toBe('[]')
})

test('a date that cannot be a key raises once a flight of the route is met', () => {
  expect(search('"SFO"', '"JFK"', '["2024-05-16"]')).toBe("Error: unhashable type: 'list'")
})
