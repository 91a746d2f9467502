import { contains, getItem } from '../../python/containers.ts'
import { equals } from '../../python/equals.ts'
import { toInt } from '../../python/numbers.ts'
import { PythonError } from '../../python/python-error.ts'
import { isDict, isList, typeName } from '../../python/type-name.ts'
import type { ReadonlyDict, ReadonlyValue } from '../../python/value.ts'

/** Whether a flight leaves on the date and still sells seats. Raises if the date is a list or dict. */
export function isAvailable(flight: ReadonlyDict, date: ReadonlyValue): boolean {
  if (!isScheduled(flight, date)) return false
  return equals(getItem(dayOf(flight, date), 'status'), 'available')
}

/** Whether the database has the flight on that date, in whatever status. */
export function isScheduled(flight: ReadonlyDict, date: ReadonlyValue): boolean {
  return contains(getItem(flight, 'dates'), date)
}

/** Status, and if available seats and prices, of one date. Raises `KeyError` if the flight lacks the date. */
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

/** The official next day: the last two characters plus one, in May 2024, without a leading zero. Raises as slice and `int` do. */
export function nextDay(date: ReadonlyValue): string {
  return `2024-05-${toInt(lastTwo(date)) + 1n}`
}

function lastTwo(date: ReadonlyValue): string {
  // Four units hold the last two characters even if both are surrogate pairs.
  if (typeof date === 'string') return Array.from(date.slice(-4)).slice(-2).join('')
  throw new PythonError('TypeError', refusal(date))
}

/** A list has a slice, which is not a number; a dict takes the slice for a key; nothing else can be sliced. */
function refusal(date: ReadonlyValue): string {
  if (isList(date)) return "int() argument must be a string, a bytes-like object or a real number, not 'list'"
  return isDict(date) ? "unhashable type: 'slice'" : `'${typeName(date)}' object is not subscriptable`
}
