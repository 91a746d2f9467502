import type { Database } from '../../database.ts'
import { add, subtract } from '../../python/arithmetic.ts'
import { compare } from '../../python/compare.ts'
import { getItem } from '../../python/containers.ts'
import { equals } from '../../python/equals.ts'
import type { PythonValue, ReadonlyDict, ReadonlyValue } from '../../python/value.ts'
import { setItem } from '../_change.ts'
import { editRecord, getRecord } from '../_records.ts'
import { roundToCents } from './_money.ts'

/** The payment methods of the user who placed the order, by their id. */
export function paymentMethodsOf(database: Database, order: ReadonlyDict): ReadonlyValue {
  return getItem(getRecord(database.table('users'), getItem(order, 'user_id')), 'payment_methods')
}

export function isGiftCard(method: ReadonlyValue): boolean {
  return equals(getItem(method, 'source'), 'gift_card')
}

/** Whether the method is a gift card that holds less than the amount. */
export function isShort(method: ReadonlyValue, amount: ReadonlyValue): boolean {
  return isGiftCard(method) && compare(getItem(method, 'balance'), '<', amount)
}

/** Raises the balance of one of the user's payment methods, and rounds it to cents. */
export function deposit(
  database: Database,
  order: ReadonlyDict,
  id: ReadonlyValue,
  amount: ReadonlyValue,
): void {
  changeBalance(database, order, id, (balance) => add(balance, amount, '+='))
}

/** Lowers the balance of one of the user's payment methods, and rounds it to cents. */
export function withdraw(
  database: Database,
  order: ReadonlyDict,
  id: ReadonlyValue,
  amount: ReadonlyValue,
): void {
  changeBalance(database, order, id, (balance) => subtract(balance, amount, '-='))
}

function changeBalance(
  database: Database,
  order: ReadonlyDict,
  id: ReadonlyValue,
  change: (balance: PythonValue) => PythonValue,
): void {
  const user = editRecord(database.table('users'), getItem(order, 'user_id'))
  const method = getItem(getItem(user, 'payment_methods'), id)
  setItem(method, 'balance', roundToCents(change(getItem(method, 'balance'))))
}
