import type { Database } from '../../data/open-database.ts'
import { add, subtract } from '../../python/arithmetic.ts'
import { compare, equals } from '../../python/compare.ts'
import { contains, getItem } from '../../python/containers.ts'
import { roundHalfEven } from '../../python/round.ts'
import type { ReadonlyDict, ReadonlyValue } from '../../python/value.ts'
import { isNumeric, PythonError, typeName } from '../../python/value.ts'
import { refuse } from '../../tool.ts'
import { editRecord, getRecord, setItem } from '../records.ts'

export function paymentMethodsOf(database: Database, order: ReadonlyDict): ReadonlyValue {
  return getItem(getRecord(database.table('users'), getItem(order, 'user_id')), 'payment_methods')
}

export function requireMethod(database: Database, order: ReadonlyDict, id: ReadonlyValue): ReadonlyValue {
  const methods = paymentMethodsOf(database, order)
  return contains(methods, id) ? getItem(methods, id) : refuse('payment method not found')
}

export function isGiftCard(method: ReadonlyValue): boolean {
  return equals(getItem(method, 'source'), 'gift_card')
}

/** Whether the method is a gift card with less than the amount. */
export function isShort(method: ReadonlyValue, amount: ReadonlyValue): boolean {
  return isGiftCard(method) && compare(getItem(method, 'balance'), '<', amount)
}

/** Raises or lowers the balance of one of the user's payment methods, and rounds it to cents. */
export function changeBalance(
  database: Database,
  order: ReadonlyDict,
  id: ReadonlyValue,
  operator: '+=' | '-=',
  amount: ReadonlyValue,
): void {
  const user = editRecord(database.table('users'), getItem(order, 'user_id'))
  const method = getItem(user, 'payment_methods', id)
  const before = getItem(method, 'balance')
  const after = operator === '+=' ? add(before, amount, operator) : subtract(before, amount, operator)
  setItem(method, 'balance', roundToCents(after))
}

/** Python's `round(value, 2)`; an int stays one. */
export function roundToCents(value: ReadonlyValue): bigint | number {
  if (typeof value === 'number') return roundHalfEven(value, 2)
  if (isNumeric(value)) return BigInt(value)
  throw new PythonError('TypeError', `type ${typeName(value)} doesn't define __round__ method`)
}

export function absolute(value: ReadonlyValue): bigint | number {
  if (typeof value === 'number') return Math.abs(value)
  if (!isNumeric(value))
    throw new PythonError('TypeError', `bad operand type for abs(): '${typeName(value)}'`)
  const int = BigInt(value)
  return int < 0n ? -int : int
}
