import { repr } from '../python/repr.ts'
import type { ReadonlyValue } from '../python/value.ts'

/** What `{value}` becomes in a Python f-string: a text as it is, anything else as its `repr`. */
export function formatValue(value: ReadonlyValue): string {
  return typeof value === 'string' ? value : repr(value)
}
