import type { Database } from '../../database.ts'
import { subtract } from '../../python/arithmetic.ts'
import { getItem } from '../../python/containers.ts'
import { equals } from '../../python/equals.ts'
import type { ReadonlyValue } from '../../python/value.ts'
import { setItem } from '../_change.ts'
import { editRecord, getRecord } from '../_records.ts'

/** Lowers the balance of the user's payment method if it is a gift card. A negative amount is a refund. */
export function takeFromGiftCard(
  database: Database,
  userId: ReadonlyValue,
  paymentId: ReadonlyValue,
  amount: ReadonlyValue,
): void {
  const users = database.table('users')
  if (!isGiftCard(getItem(getItem(getRecord(users, userId), 'payment_methods'), paymentId))) return
  const card = getItem(getItem(editRecord(users, userId), 'payment_methods'), paymentId)
  setItem(card, 'amount', subtract(getItem(card, 'amount'), amount, '-='))
}

export function isGiftCard(method: ReadonlyValue): boolean {
  return equals(getItem(method, 'source'), 'gift_card')
}

export function isCertificate(method: ReadonlyValue): boolean {
  return equals(getItem(method, 'source'), 'certificate')
}
