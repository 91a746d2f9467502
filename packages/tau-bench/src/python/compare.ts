import { equals } from './equals.ts'
import { PythonError } from './python-error.ts'
import { isList, isNumeric, type Numeric, typeName } from './type-name.ts'
import type { ReadonlyValue } from './value.ts'

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
