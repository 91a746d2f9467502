import type { Database } from '../../data/open-database.ts'
import { add, multiply } from '../../python/arithmetic.ts'
import { compare } from '../../python/compare.ts'
import { getItem, iterate, length } from '../../python/containers.ts'
import { equals } from '../../python/equals.ts'
import { str } from '../../python/text/repr.ts'
import type { PythonValue, ReadonlyValue } from '../../python/value.ts'
import { refuse } from '../../tool.ts'
import { findRecord, setItem } from '../records.ts'
import { dayOf, isScheduled } from './days.ts'

/** Writes price, origin and destination from the database into a wanted flight, or refuses it. No seats are taken. */
export function selectFlight(
  database: Database,
  wanted: PythonValue,
  cabin: ReadonlyValue,
  passengers: ReadonlyValue,
): void {
  const number = getItem(wanted, 'flight_number')
  const name = `flight ${str(number)}`
  const flight = findRecord(database.table('flights'), number) ?? refuse(`${name} not found`)
  const date = getItem(wanted, 'date')
  if (!isScheduled(flight, date)) refuse(`${name} not found on date ${str(date)}`)
  const day = dayOf(flight, date)
  if (!equals(getItem(day, 'status'), 'available')) {
    refuse(`${name} not available on date ${str(date)}`)
  }
  const seats = getItem(getItem(day, 'available_seats'), cabin)
  if (compare(seats, '<', length(passengers))) refuse(`not enough seats on ${name}`)
  fillIn(wanted, getItem(getItem(day, 'prices'), cabin), flight)
}

/** Writes price and route into a wanted flight, new keys after the model's own. */
export function fillIn(wanted: PythonValue, price: ReadonlyValue, source: ReadonlyValue): void {
  setItem(wanted, 'price', price as PythonValue)
  setItem(wanted, 'origin', getItem(source, 'origin') as PythonValue)
  setItem(wanted, 'destination', getItem(source, 'destination') as PythonValue)
}

/** What all wanted flights cost, in US dollars. Passengers that cannot be counted raise at the first flight, and only there. */
export function priceFlights(
  wanted: PythonValue,
  passengers: ReadonlyValue,
  select: (flight: PythonValue) => void,
): PythonValue {
  let total: PythonValue = 0n
  for (const flight of iterate(wanted)) {
    select(flight)
    total = add(total, multiply(getItem(flight, 'price'), length(passengers)), '+=')
  }
  return total
}
