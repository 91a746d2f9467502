import { add } from '../../python/arithmetic.ts'
import { getItem, iterate } from '../../python/containers.ts'
import type { PythonValue, ReadonlyValue } from '../../python/value.ts'

/** Python's `sum(item[key] for item in items)`. */
export function sumOf(items: ReadonlyValue, key: string): PythonValue {
  let sum: PythonValue = 0n
  for (const item of iterate(items)) sum = add(sum, getItem(item, key))
  return sum
}
