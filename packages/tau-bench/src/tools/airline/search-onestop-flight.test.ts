import { expect, test } from 'vitest'
import { call, openFixture } from '../../../test/airline.ts'
import { parsePythonJson } from '../../python/text/parse-json.ts'
import { searchOnestopFlight } from './flights.ts'

function search(date: string, origin = '"SFO"', destination = '"BOS"'): string | undefined {
  const kwargs = `{"origin": ${origin}, "destination": ${destination}, "date": ${date}}`
  return call(openFixture(), searchOnestopFlight, kwargs)
}

/** Flight numbers and dates of both legs of every trip found. */
function legs(answer: string | undefined): unknown {
  return JSON.parse(answer ?? '').map((trip: { flight_number: string; date: string }[]) =>
    trip.map((leg) => `${leg.flight_number} ${leg.date}`),
  )
}

test('a first leg that lands the next day is followed by flights of that day, in the order of the file', () => {
  expect(legs(search('"2024-05-16"'))).toEqual([
    ['HAT002 2024-05-16', 'HAT004 2024-05-17'],
    ['HAT003 2024-05-16', 'HAT005 2024-05-16'],
  ])
})

test('the second leg shows status, seats and prices of the first day', () => {
  expect(search('"2024-05-16"')).toContain(
    '"scheduled_arrival_time_est": "07:00:00", "status": "delayed", ' +
      '"estimated_departure_time_est": "2024-05-16T05:00:00", "date": "2024-05-17"}',
  )
})

test('the next day of a one-digit day has no leading zero, and is never found', () => {
  expect(search('"2024-05-08"')).toBe('[]')
})

test.each([
  ['null', "Error: 'NoneType' object is not subscriptable"],
  ['16', "Error: 'int' object is not subscriptable"],
  ['{}', "Error: unhashable type: 'slice'"],
  ['["16"]', "Error: int() argument must be a string, a bytes-like object or a real number, not 'list'"],
  ['""', "Error: invalid literal for int() with base 10: ''"],
  ['"today"', "Error: invalid literal for int() with base 10: 'ay'"],
])('the next day of %s raises', (date, answer) => {
  expect(search(date)).toBe(answer)
})

test('a route that nothing flies asks nothing of the date', () => {
  expect(search('null', '"BOS"', '"SFO"')).toBe('[]')
  expect(parsePythonJson(search('[]', '[]', '{}') ?? '')).toEqual([])
})
