import type { Numeric, ReadonlyDict, ReadonlyValue } from './value.ts'
import { isDict, isList, isNumeric, PythonError, typeName } from './value.ts'

export type Comparison = '<' | '<=' | '>' | '>='

/** Python's ordering: numbers by their exact value, texts by code point, lists member by member; the rest raises. */
export function compare(left: ReadonlyValue, operator: Comparison, right: ReadonlyValue): boolean {
  if (isNumeric(left) && isNumeric(right)) return holds(left, operator, right)
  if (typeof left === 'string' && typeof right === 'string')
    return holds(compareText(left, right), operator, 0)
  if (isList(left) && isList(right)) return compareLists(left, operator, right)
  throw new PythonError(
    'TypeError',
    `'${operator}' not supported between instances of '${typeName(left)}' and '${typeName(right)}'`,
  )
}

/** Below, at or above zero by code point, as Python sorts. (JavaScript's `<` goes by UTF-16 units.) */
export function compareText(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length)
  for (let at = 0; at < shorter; at++) {
    if (left.charCodeAt(at) === right.charCodeAt(at)) continue
    // A unit that differs may be the second half of a character.
    return (at > 0 && compareCharacter(left, right, at - 1)) || compareCharacter(left, right, at)
  }
  return left.length - right.length
}

function compareCharacter(left: string, right: string, at: number): number {
  return (left.codePointAt(at) ?? 0) - (right.codePointAt(at) ?? 0)
}

function holds(left: Numeric, operator: Comparison, right: Numeric): boolean {
  switch (operator) {
    case '<':
      return left < right
    case '<=':
      return left <= right
    case '>':
      return left > right
    case '>=':
      return left >= right
  }
}

/** The first members that differ decide; without any, the lengths do. */
function compareLists(
  left: readonly ReadonlyValue[],
  operator: Comparison,
  right: readonly ReadonlyValue[],
): boolean {
  for (const [index, member] of left.entries()) {
    const other = right[index]
    if (other === undefined) break
    if (!equals(member, other)) return compare(member, operator, other)
  }
  return holds(left.length, operator, right.length)
}

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
