import type { Database } from '../../database.ts'
import { compare } from '../../python/compare.ts'
import { contains, getItem } from '../../python/containers.ts'
import { equals } from '../../python/equals.ts'
import type { PythonDict, PythonValue, ReadonlyDict, ReadonlyValue } from '../../python/value.ts'
import { append } from '../_change.ts'
import { getRecord } from '../_records.ts'
import { isCertificate, isGiftCard, takeFromGiftCard } from './_payment-method.ts'

/**
 * The official refusal where the owner of a reservation cannot pay for a change of it like this. A price below zero is
 * a refund.
 */
export function refuseUpdatePayment(
  database: Database,
  reservation: ReadonlyDict,
  paymentId: ReadonlyValue,
  price: ReadonlyValue,
): string | undefined {
  const user = getRecord(database.table('users'), getItem(reservation, 'user_id'))
  const methods = getItem(user, 'payment_methods')
  if (!contains(methods, paymentId)) return 'Error: payment method not found'
  const method = getItem(methods, paymentId)
  if (isCertificate(method)) return 'Error: certificate cannot be used to update reservation'
  if (isGiftCard(method) && compare(getItem(method, 'amount'), '<', price)) {
    return 'Error: gift card balance is not enough'
  }
  return undefined
}

/** Takes the price of a change from a gift card, and notes it in the payment history unless it is zero. */
export function payUpdate(
  database: Database,
  reservation: PythonDict,
  paymentId: PythonValue,
  price: PythonValue,
): void {
  takeFromGiftCard(database, getItem(reservation, 'user_id'), paymentId, price)
  if (equals(price, 0n)) return
  const payment = new Map([
    ['payment_id', paymentId],
    ['amount', price],
  ])
  append(getItem(reservation, 'payment_history'), payment)
}
