import { PythonError } from '../python-error.ts'
import { typeName } from '../type-name.ts'
import type { ReadonlyValue } from '../value.ts'

/** Python's `value.lower()`. */
export function lower(value: ReadonlyValue): string {
  if (typeof value === 'string') return value.toLowerCase()
  throw new PythonError('AttributeError', `'${typeName(value)}' object has no attribute 'lower'`)
}
