import type { Database } from '../../database.ts'
import { add, multiply } from '../../python/arithmetic.ts'
import { compare } from '../../python/compare.ts'
import { getItem, iterate, length } from '../../python/containers.ts'
import { equals } from '../../python/equals.ts'
import { formatValue } from '../../python/repr.ts'
import type { PythonValue, ReadonlyValue } from '../../python/value.ts'
import { setItem } from '../change.ts'
import { findRecord } from '../records.ts'
import { dayOf, isScheduled } from './days.ts'

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

/** A price in US dollars, or the official refusal. */
export type Price =
  | { readonly ok: true; readonly value: PythonValue }
  | { readonly ok: false; readonly refusal: string }

/**
 * What all wanted flights cost the passengers. `select` writes its price into a flight, or gives the refusal, which ends
 * it. Passengers that cannot be counted raise at the first flight, and only there.
 */
export function priceFlights(
  wanted: PythonValue,
  passengers: ReadonlyValue,
  select: (flight: PythonValue) => string | undefined,
): Price {
  let total: PythonValue = 0n
  for (const flight of iterate(wanted)) {
    const refusal = select(flight)
    if (refusal !== undefined) return { ok: false, refusal }
    total = add(total, multiply(getItem(flight, 'price'), length(passengers)), '+=')
  }
  return { ok: true, value: total }
}
