import { expect, test } from 'vitest'
import { call, openFixture } from '../../../test/airline.ts'
import { listAllAirports } from './flights.ts'

test('twenty airports with a city each, whatever the database flies to', () => {
  const airports: Record<string, string> = JSON.parse(call(openFixture(), listAllAirports, '{}') ?? '')
  const codes = Object.keys(airports)
  expect(codes).toHaveLength(20)
  expect(codes.join()).toMatch(/^SFO,([A-Z]{3},){18}LGA$/)
  expect(new Set(Object.values(airports)).size).toBe(20)
  expect(airports).toMatchObject({ DEN: 'Denver', EWR: 'Newark', JFK: 'New York', LGA: 'LaGuardia' })
})
