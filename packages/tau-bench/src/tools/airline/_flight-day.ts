import { contains, getItem } from '../../python/containers.ts'
import { equals } from '../../python/equals.ts'
import { isDict } from '../../python/type-name.ts'
import type { ReadonlyDict, ReadonlyValue } from '../../python/value.ts'

/** Whether a flight leaves on the date and still sells seats. Raises where the date is a list or dict. */
export function isAvailable(flight: ReadonlyDict, date: ReadonlyValue): boolean {
  if (!isScheduled(flight, date)) return false
  return equals(getItem(dayOf(flight, date), 'status'), 'available')
}

/** Whether the database has the flight on that date, in whatever status. */
export function isScheduled(flight: ReadonlyDict, date: ReadonlyValue): boolean {
  return contains(getItem(flight, 'dates'), date)
}

/** Status, and if available seats and prices, of one date. Raises `KeyError` where the flight lacks the date. */
export function dayOf(flight: ReadonlyDict, date: ReadonlyValue): ReadonlyValue {
  return getItem(getItem(flight, 'dates'), date)
}

/** A flight as the searches show it: its own fields without the dates, then those of one date. */
export function showFlight(flight: ReadonlyDict, date: ReadonlyValue): Map<string, ReadonlyValue> {
  const shown = new Map(flight)
  shown.delete('dates')
  const day = dayOf(flight, date)
  if (isDict(day)) for (const [field, value] of day) shown.set(field, value)
  return shown
}
