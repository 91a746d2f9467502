import type { Database } from '../../database.ts'
import { compare } from '../../python/compare.ts'
import { getItem, length } from '../../python/containers.ts'
import { equals } from '../../python/equals.ts'
import type { PythonValue, ReadonlyValue } from '../../python/value.ts'
import { setItem } from '../_change.ts'
import { findRecord } from '../_records.ts'
import { formatValue } from '../_text.ts'
import { dayOf, isScheduled } from './_flight-day.ts'

/**
 * Writes price, origin and destination from the database into a wanted flight (`flight_number`, `date`, and whatever
 * else the model sent). Gives the official refusal instead where the flight cannot be had. No seats are taken.
 */
export function selectFlight(
  database: Database,
  wanted: PythonValue,
  cabin: ReadonlyValue,
  passengers: ReadonlyValue,
): string | undefined {
  const number = getItem(wanted, 'flight_number')
  const name = `flight ${formatValue(number)}`
  const flight = findRecord(database.table('flights'), number)
  if (flight === undefined) return `Error: ${name} not found`
  const date = getItem(wanted, 'date')
  if (!isScheduled(flight, date)) return `Error: ${name} not found on date ${formatValue(date)}`
  const day = dayOf(flight, date)
  if (!equals(getItem(day, 'status'), 'available')) {
    return `Error: ${name} not available on date ${formatValue(date)}`
  }
  const seats = getItem(getItem(day, 'available_seats'), cabin)
  if (compare(seats, '<', length(passengers))) return `Error: not enough seats on ${name}`
  fillIn(wanted, getItem(getItem(day, 'prices'), cabin), flight)
  return undefined
}

/**
 * Writes price and route into a wanted flight; `source` is a flight of the database or of a reservation. New keys come
 * after the model's own, in this order. The values are texts and numbers, which may be shared.
 */
export function fillIn(wanted: PythonValue, price: ReadonlyValue, source: ReadonlyValue): void {
  setItem(wanted, 'price', price as PythonValue)
  setItem(wanted, 'origin', getItem(source, 'origin') as PythonValue)
  setItem(wanted, 'destination', getItem(source, 'destination') as PythonValue)
}
