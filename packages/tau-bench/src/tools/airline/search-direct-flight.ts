import { getItem } from '../../python/containers.ts'
import { dumps } from '../../python/dumps.ts'
import { equals } from '../../python/equals.ts'
import type { ReadonlyValue } from '../../python/value.ts'
import type { Tool } from '../../tool.ts'
import { isAvailable, showFlight } from './days.ts'

/** The available flights of a route on a date, in the order of the file. */
export const searchDirectFlight: Tool = {
  name: 'search_direct_flight',
  className: 'SearchDirectFlight',
  parameters: ['origin', 'destination', 'date'],
  run(database, kwargs) {
    const origin = getItem(kwargs, 'origin')
    const destination = getItem(kwargs, 'destination')
    const date = getItem(kwargs, 'date')
    const found: ReadonlyValue[] = []
    for (const [, flight] of database.table('flights').entries()) {
      if (!equals(getItem(flight, 'origin'), origin)) continue
      if (!equals(getItem(flight, 'destination'), destination)) continue
      if (isAvailable(flight, date)) found.push(showFlight(flight, date))
    }
    return dumps(found)
  },
}
