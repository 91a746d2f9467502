import { compare } from '../../python/compare.ts'
import { getItem, iterate } from '../../python/containers.ts'
import { equals } from '../../python/equals.ts'
import { PythonError } from '../../python/python-error.ts'
import { isList, typeName } from '../../python/type-name.ts'
import type { PythonValue, ReadonlyDict, ReadonlyValue } from '../../python/value.ts'

/** The first of the ids that is listed more often than the order has lines of it, if there is one. */
export function findMissing(order: ReadonlyDict, itemIds: ReadonlyValue): ReadonlyValue | undefined {
  const present = iterate(getItem(order, 'items')).map((item) => getItem(item, 'item_id'))
  return iterate(itemIds).find((id) => count(itemIds, id) > count(present, id))
}

/** Python's `sorted(ids)`: a new list. */
export function sortIds(ids: PythonValue): PythonValue {
  return iterate(ids).toSorted(order)
}

function order(left: PythonValue, right: PythonValue): number {
  if (compare(left, '<', right)) return -1
  return compare(right, '<', left) ? 1 : 0
}

/** Python's `container.count(member)`, which a list and a text have: a text counts its parts, a list what is equal or the same. */
function count(container: ReadonlyValue, member: ReadonlyValue): number {
  if (isList(container)) {
    return container.filter((other) => Object.is(other, member) || equals(other, member)).length
  }
  if (typeof container === 'string' && typeof member === 'string') return container.split(member).length - 1
  throw new PythonError('AttributeError', `'${typeName(container)}' object has no attribute 'count'`)
}
