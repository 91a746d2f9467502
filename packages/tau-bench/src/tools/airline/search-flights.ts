import type { Database } from '../../data/open-database.ts'
import { compare } from '../../python/compare.ts'
import { contains, getItem } from '../../python/containers.ts'
import { equals } from '../../python/equals.ts'
import { dumps } from '../../python/text/dumps.ts'
import type { ReadonlyDict, ReadonlyValue } from '../../python/value.ts'
import { type Tool, tool } from '../../tool.ts'
import { isAvailable, nextDay, showFlight } from './days.ts'

export const searchDirectFlight: Tool = tool(
  'search_direct_flight',
  'origin destination date',
  (database, { origin, destination, date }) => {
    const found: ReadonlyValue[] = []
    for (const [, flight] of database.table('flights').entries()) {
      if (!equals(getItem(flight, 'origin'), origin)) continue
      if (!equals(getItem(flight, 'destination'), destination)) continue
      if (isAvailable(flight, date)) found.push(showFlight(flight, date))
    }
    return dumps(found)
  },
)

/**
 * The pairs that connect two airports. As officially, times are compared as text, and the second leg shows the first
 * leg's date.
 */
export const searchOnestopFlight: Tool = tool(
  'search_onestop_flight',
  'origin destination date',
  (database, { origin, destination, date }) => {
    const found: ReadonlyValue[] = []
    for (const [first, second] of connections(database, origin, destination)) {
      const trip = showTrip(first, second, date)
      if (trip !== undefined) found.push(trip)
    }
    return dumps(found)
  },
)

/** Every two flights of which the second leaves from the airport at which the first lands, at any time. */
function* connections(
  database: Database,
  origin: ReadonlyValue,
  destination: ReadonlyValue,
): Generator<readonly [ReadonlyDict, ReadonlyDict]> {
  const flights = Array.from(database.table('flights').entries(), ([, flight]) => flight)
  const lasts = flights.filter((flight) => equals(getItem(flight, 'destination'), destination))
  for (const first of flights) {
    if (!equals(getItem(first, 'origin'), origin)) continue
    for (const second of lasts) {
      if (equals(getItem(first, 'destination'), getItem(second, 'origin'))) yield [first, second]
    }
  }
}

/** Both legs as the search shows them, or nothing if they cannot be flown from this date on. */
function showTrip(
  first: ReadonlyDict,
  second: ReadonlyDict,
  date: ReadonlyValue,
): readonly ReadonlyValue[] | undefined {
  const arrival = getItem(first, 'scheduled_arrival_time_est')
  const secondDate = contains(arrival, '+1') ? nextDay(date) : date
  if (compare(arrival, '>', getItem(second, 'scheduled_departure_time_est'))) return undefined
  if (!isAvailable(first, date) || !isAvailable(second, secondDate)) return undefined
  return [showFlight(first, date).set('date', date), showFlight(second, date).set('date', secondDate)]
}
