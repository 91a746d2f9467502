import type { Database } from '../../database.ts'
import { compare } from '../../python/compare.ts'
import { contains, getItem, iterate } from '../../python/containers.ts'
import { equals } from '../../python/equals.ts'
import type { ReadonlyDict, ReadonlyValue } from '../../python/value.ts'
import { deleteItem } from '../_change.ts'
import { editRecord, getRecord } from '../_records.ts'
import { formatValue } from '../_text.ts'
import { isCertificate, isGiftCard, takeFromGiftCard } from './_payment-method.ts'
import { sumOf } from './_sum-of.ts'

/**
 * The official refusal where these payments (`payment_id`, `amount`) are not the user's, or do not make up the price.
 * Each is held against the balance alone, so that one gift card given twice may be overdrawn.
 */
export function refuseBookingPayment(
  user: ReadonlyDict,
  payments: ReadonlyValue,
  price: ReadonlyValue,
): string | undefined {
  const methods = getItem(user, 'payment_methods')
  for (const payment of iterate(payments)) {
    const id = getItem(payment, 'payment_id')
    const amount = getItem(payment, 'amount')
    if (!contains(methods, id)) return `Error: payment method ${formatValue(id)} not found`
    const method = getItem(methods, id)
    const hasBalance = isGiftCard(method) || isCertificate(method)
    if (hasBalance && compare(getItem(method, 'amount'), '<', amount)) {
      return `Error: not enough balance in payment method ${formatValue(id)}`
    }
  }
  const paid = sumOf(payments, 'amount')
  if (equals(paid, price)) return undefined
  const figures = `total price is ${formatValue(price)}, but paid ${formatValue(paid)}`
  return `Error: payment amount does not add up, ${figures}`
}

/**
 * Takes payments that were not refused. A certificate goes whole, whatever the amount: given twice it raises `KeyError`,
 * and what was taken before stays taken.
 */
export function payBooking(database: Database, userId: ReadonlyValue, payments: ReadonlyValue): void {
  const users = database.table('users')
  for (const payment of iterate(payments)) {
    const id = getItem(payment, 'payment_id')
    takeFromGiftCard(database, userId, id, getItem(payment, 'amount'))
    if (isCertificate(getItem(getItem(getRecord(users, userId), 'payment_methods'), id))) {
      deleteItem(getItem(editRecord(users, userId), 'payment_methods'), id)
    }
  }
}
