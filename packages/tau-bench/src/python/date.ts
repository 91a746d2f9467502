import { attempt } from './numbers.ts'
import { repr } from './text/repr.ts'
import type { ReadonlyValue } from './value.ts'
import { PythonError, typeName } from './value.ts'

type DateForm = '%m/%d/%Y' | '%m/%d/%Y %H:%M:%S'

const forms: Readonly<Record<DateForm, RegExp>> = {
  '%m/%d/%Y': /^(1[0-2]|0[1-9]|[1-9])\/(3[01]|[12][0-9]|0[1-9]|[1-9]| [1-9])\/([0-9]{4})$/,
  '%m/%d/%Y %H:%M:%S':
    /^(1[0-2]|0[1-9]|[1-9])\/(3[01]|[12][0-9]|0[1-9]|[1-9]| [1-9])\/([0-9]{4})\s+(2[0-3]|[01][0-9]|[0-9]):([0-5][0-9]|[0-9]):(6[01]|[0-5][0-9]|[0-9])$/,
}

/** Python's `datetime.strptime(value, form)`, in milliseconds. */
export function parseDate(value: ReadonlyValue, form: DateForm): number {
  if (typeof value !== 'string')
    throw new PythonError('TypeError', `strptime() argument 1 must be str, not ${typeName(value)}`)
  const fields = forms[form].exec(value)?.slice(1).map(Number)
  if (fields === undefined)
    throw new PythonError('ValueError', `time data ${repr(value)} does not match format ${repr(form)}`)
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = fields
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second)
  if (year > 0 && date.getUTCDate() === day && second < 60) return date.getTime()
  throw new PythonError('ValueError', 'day is out of range for month')
}

/** The same of a text; undefined if it is not a date. What is not a text raises. */
export function dateIn(value: ReadonlyValue, form: DateForm = '%m/%d/%Y'): number | undefined {
  return typeof value === 'string' ? attempt(() => parseDate(value, form)) : parseDate(value, form)
}

/** Whole days between two times, towards the past. */
export function daysBetween(earlier: number, later: number): number {
  return Math.floor((later - earlier) / 86_400_000)
}
