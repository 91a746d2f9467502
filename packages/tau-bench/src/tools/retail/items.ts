import type { Database } from '../../data/open-database.ts'
import { add, subtract } from '../../python/arithmetic.ts'
import { compare, equals, isTruthy } from '../../python/compare.ts'
import { contains, count, getItem, iterate, length } from '../../python/containers.ts'
import { str } from '../../python/text/repr.ts'
import type { PythonValue, ReadonlyDict, ReadonlyValue } from '../../python/value.ts'
import { PythonError } from '../../python/value.ts'
import { refuse } from '../../tool.ts'
import { getRecord } from '../records.ts'

/** What new items cost more, not rounded. Checks that the order has the items, and the variants are available. */
export function priceNewItems(
  database: Database,
  order: ReadonlyDict,
  itemIds: PythonValue,
  newItemIds: PythonValue,
): PythonValue {
  const missing = findMissing(order, itemIds)
  if (missing !== undefined) refuse(`${str(missing)} not found`)
  if (length(itemIds) !== length(newItemIds)) refuse('the number of items to be exchanged should match')
  let difference: PythonValue = 0n
  for (const [id, newId] of pairs(itemIds, newItemIds)) {
    const item = firstItem(getItem(order, 'items'), id)
    const variants = variantsOf(database, item)
    if (!isAvailable(variants, newId)) refuse(`new item ${str(newId)} not found or available`)
    const rise = subtract(getItem(getItem(variants, newId), 'price'), getItem(item, 'price'))
    difference = add(difference, rise, '+=')
  }
  return difference
}

export function pairs(
  left: PythonValue,
  right: PythonValue,
): readonly (readonly [PythonValue, PythonValue])[] {
  const others = iterate(right)
  return iterate(left).flatMap((member, index) => {
    const other = others[index]
    return other === undefined ? [] : [[member, other] as const]
  })
}

export function firstItem(items: PythonValue, id: ReadonlyValue): PythonValue
export function firstItem(items: ReadonlyValue, id: ReadonlyValue): ReadonlyValue
export function firstItem(items: ReadonlyValue, id: ReadonlyValue): ReadonlyValue {
  const item = iterate(items).find((candidate) => equals(getItem(candidate, 'item_id'), id))
  if (item === undefined) throw new PythonError('IndexError', 'list index out of range')
  return item
}

export function variantsOf(database: Database, item: ReadonlyValue): ReadonlyValue {
  return getItem(getRecord(database.table('products'), getItem(item, 'product_id')), 'variants')
}

function isAvailable(variants: ReadonlyValue, id: ReadonlyValue): boolean {
  return contains(variants, id) && isTruthy(getItem(getItem(variants, id), 'available'))
}

/** The first of the ids that is listed more often than the order has lines of it, if there is one. */
export function findMissing(order: ReadonlyDict, itemIds: ReadonlyValue): ReadonlyValue | undefined {
  const present = iterate(getItem(order, 'items')).map((item) => getItem(item, 'item_id'))
  return iterate(itemIds).find((id) => count(itemIds, id) > count(present, id))
}

export function sortIds(ids: PythonValue): PythonValue {
  return iterate(ids).toSorted(order)
}

function order(left: PythonValue, right: PythonValue): number {
  if (compare(left, '<', right)) return -1
  return compare(right, '<', left) ? 1 : 0
}
