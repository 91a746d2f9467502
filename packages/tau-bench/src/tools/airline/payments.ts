import type { Database } from '../../data/open-database.ts'
import { add, subtract } from '../../python/arithmetic.ts'
import { compare, equals } from '../../python/compare.ts'
import { contains, dictOf, getItem, iterate } from '../../python/containers.ts'
import { str } from '../../python/text/repr.ts'
import type { PythonDict, PythonValue, ReadonlyDict, ReadonlyValue } from '../../python/value.ts'
import { refuse, type Tool, tool } from '../../tool.ts'
import { append, deleteItem, editRecord, findRecord, getRecord, setItem } from '../records.ts'

/** Lowers the balance of the user's payment method if it is a gift card. A negative amount is a refund. */
function takeFromGiftCard(
  database: Database,
  userId: ReadonlyValue,
  paymentId: ReadonlyValue,
  amount: ReadonlyValue,
): void {
  const users = database.table('users')
  if (!isOf('gift_card', getItem(getRecord(users, userId), 'payment_methods', paymentId))) return
  const card = getItem(editRecord(users, userId), 'payment_methods', paymentId)
  setItem(card, 'amount', subtract(getItem(card, 'amount'), amount, '-='))
}

function isOf(source: 'gift_card' | 'certificate', method: ReadonlyValue): boolean {
  return equals(getItem(method, 'source'), source)
}

/** Refuses payments that are not the user's, or do not make up the price. Each is compared with the balance alone. */
export function requireBookingPayment(
  user: ReadonlyDict,
  payments: ReadonlyValue,
  price: ReadonlyValue,
): void {
  const methods = getItem(user, 'payment_methods')
  for (const payment of iterate(payments)) {
    const id = getItem(payment, 'payment_id')
    const amount = getItem(payment, 'amount')
    if (!contains(methods, id)) refuse(`payment method ${str(id)} not found`)
    const method = getItem(methods, id)
    const hasBalance = isOf('gift_card', method) || isOf('certificate', method)
    if (hasBalance && compare(getItem(method, 'amount'), '<', amount))
      refuse(`not enough balance in payment method ${str(id)}`)
  }
  const paid = sumOf(payments, 'amount')
  if (!equals(paid, price))
    refuse(`payment amount does not add up, total price is ${str(price)}, but paid ${str(paid)}`)
}

/** Takes payments that were not refused. A certificate goes whole: given twice it raises `KeyError`. */
export function payBooking(database: Database, userId: ReadonlyValue, payments: ReadonlyValue): void {
  const users = database.table('users')
  for (const payment of iterate(payments)) {
    const id = getItem(payment, 'payment_id')
    takeFromGiftCard(database, userId, id, getItem(payment, 'amount'))
    if (isOf('certificate', getItem(getRecord(users, userId), 'payment_methods', id)))
      deleteItem(getItem(editRecord(users, userId), 'payment_methods'), id)
  }
}

/** Refuses a change of a reservation that its owner cannot pay for like this. A price below zero is a refund. */
export function requireUpdatePayment(
  database: Database,
  reservation: ReadonlyDict,
  paymentId: ReadonlyValue,
  price: ReadonlyValue,
): void {
  const user = getRecord(database.table('users'), getItem(reservation, 'user_id'))
  const methods = getItem(user, 'payment_methods')
  if (!contains(methods, paymentId)) refuse('payment method not found')
  const method = getItem(methods, paymentId)
  if (isOf('certificate', method)) refuse('certificate cannot be used to update reservation')
  if (isOf('gift_card', method) && compare(getItem(method, 'amount'), '<', price))
    refuse('gift card balance is not enough')
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
  append(getItem(reservation, 'payment_history'), dictOf({ payment_id: paymentId, amount: price }))
}

export function sumOf(items: ReadonlyValue, key: string): PythonValue {
  return iterate(items).reduce<PythonValue>((sum, item) => add(sum, getItem(item, key)), 0n)
}

export const certificateIds = ['certificate_3221322', 'certificate_3221323', 'certificate_3221324'] as const

/** Adds a certificate of any amount to the user's payment methods. Answers nothing if all three ids are taken. */
export const sendCertificate: Tool = tool(
  'send_certificate',
  'user_id amount',
  (database, { user_id, amount }) => {
    const users = database.table('users')
    const taken = getItem(findRecord(users, user_id) ?? refuse('user not found'), 'payment_methods')
    const id = certificateIds.find((certificateId) => !contains(taken, certificateId))
    if (id === undefined) return undefined
    const certificate = dictOf({ source: 'certificate', amount, id })
    setItem(getItem(editRecord(users, user_id), 'payment_methods'), id, certificate)
    return `Certificate ${id} added to user ${str(user_id)} with amount ${str(amount)}.`
  },
)
