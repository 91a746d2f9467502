import { PythonError } from '../python/python-error.ts'
import { typeName } from '../python/type-name.ts'
import type { ReadonlyValue } from '../python/value.ts'

/** Python's `value.lower()`. */
export function lower(value: ReadonlyValue): string {
  if (typeof value === 'string') return value.toLowerCase()
  throw new PythonError('AttributeError', `'${typeName(value)}' object has no attribute 'lower'`)
}
