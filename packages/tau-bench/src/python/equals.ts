import { isDict, isList, isNumeric, type Numeric } from './type-name.ts'
import type { ReadonlyDict, ReadonlyValue } from './value.ts'

/** Python's `==`: 1, 1.0 and True are equal, the order of keys does not count, the order of a list does. */
export function equals(left: ReadonlyValue, right: ReadonlyValue): boolean {
  if (isNumeric(left) && isNumeric(right)) return equalNumbers(left, right)
  if (left === null || right === null || typeof left !== 'object' || typeof right !== 'object')
    return left === right
  if (isList(left)) return isList(right) && equalLists(left, right)
  return isDict(right) && equalDicts(left, right)
}

/** Python's truth of a value: empty texts, lists and dicts, zeros, None and False are false. */
export function isTruthy(value: ReadonlyValue): boolean {
  if (value === null || typeof value === 'boolean') return value === true
  if (typeof value === 'number') return value !== 0
  if (typeof value === 'bigint') return value !== 0n
  return typeof value === 'string' || isList(value) ? value.length > 0 : value.size > 0
}

/** Mathematical equality: an int is never rounded to a float. */
function equalNumbers(left: Numeric, right: Numeric): boolean {
  if (typeof left === 'number' && typeof right === 'number') return left === right
  return !Number.isNaN(left) && !Number.isNaN(right) && !(left < right) && !(left > right)
}

function equalLists(left: readonly ReadonlyValue[], right: readonly ReadonlyValue[]): boolean {
  return (
    left.length === right.length &&
    left.every((member, index) => equals(member, right[index] as ReadonlyValue))
  )
}

function equalDicts(left: ReadonlyDict, right: ReadonlyDict): boolean {
  if (left.size !== right.size) return false
  for (const [key, member] of left) {
    const other = right.get(key)
    if (other === undefined || !equals(member, other)) return false
  }
  return true
}
