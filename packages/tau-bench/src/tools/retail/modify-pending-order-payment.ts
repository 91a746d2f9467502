import { contains, getItem, length } from '../../python/containers.ts'
import { dumps } from '../../python/dumps.ts'
import { equals } from '../../python/equals.ts'
import type { ReadonlyValue } from '../../python/value.ts'
import type { Tool } from '../../tool.ts'
import { extend } from '../change.ts'
import { editOrder, findOrder, hasStatus, paymentLine } from './orders.ts'
import { deposit, isGiftCard, isShort, paymentMethodsOf, withdraw } from './payments.ts'

/** Pays a pending order by another method and refunds the first payment; only while that is the sole one. */
export const modifyPendingOrderPayment: Tool = {
  name: 'modify_pending_order_payment',
  className: 'ModifyPendingOrderPayment',
  parameters: ['order_id', 'payment_method_id'],
  run(database, kwargs) {
    const found = findOrder(database, kwargs)
    if (found === undefined) return 'Error: order not found'
    if (!hasStatus(found, 'pending')) return 'Error: non-pending order cannot be modified'
    const methods = paymentMethodsOf(database, found)
    const methodId = getItem(kwargs, 'payment_method_id')
    if (!contains(methods, methodId)) return 'Error: payment method not found'
    if (!hasOnePayment(getItem(found, 'payment_history'))) {
      return 'Error: there should be exactly one payment for a pending order'
    }
    const order = editOrder(database, kwargs)
    const history = getItem(order, 'payment_history')
    const payment = getItem(history, 0n)
    const oldMethodId = getItem(payment, 'payment_method_id')
    if (equals(oldMethodId, methodId)) {
      return 'Error: the new payment method should be different from the current one'
    }
    const amount = getItem(payment, 'amount')
    const method = getItem(methods, methodId)
    if (isShort(method, amount)) return 'Error: insufficient gift card balance to pay for the order'
    extend(history, [paymentLine('payment', amount, methodId), paymentLine('refund', amount, oldMethodId)])
    if (isGiftCard(method)) withdraw(database, order, methodId, amount)
    if (contains(oldMethodId, 'gift_card')) deposit(database, order, oldMethodId, amount)
    return dumps(order)
  },
}

function hasOnePayment(history: ReadonlyValue): boolean {
  return length(history) <= 1n && equals(getItem(getItem(history, 0n), 'transaction_type'), 'payment')
}
