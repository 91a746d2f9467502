import { contains, dumps, equals, getItem, length, type ReadonlyValue } from '../../python/index.ts'
import { refuse, type Tool, tool } from '../../tool.ts'
import { extend } from '../records.ts'
import { editOrder, paymentLine, requireOrder } from './orders.ts'
import { deposit, isGiftCard, isShort, requireMethod, withdraw } from './payments.ts'

/** Pays a pending order by another method and refunds the first payment; only while that is the sole one. */
export const modifyPendingOrderPayment: Tool = tool(
  'modify_pending_order_payment',
  'order_id payment_method_id',
  (database, { order_id, payment_method_id: methodId }) => {
    const found = requireOrder(database, order_id, 'pending', 'modified')
    const method = requireMethod(database, found, methodId)
    if (!hasOnePayment(getItem(found, 'payment_history'))) {
      refuse('there should be exactly one payment for a pending order')
    }
    const order = editOrder(database, order_id)
    const history = getItem(order, 'payment_history')
    const payment = getItem(history, 0n)
    const oldMethodId = getItem(payment, 'payment_method_id')
    if (equals(oldMethodId, methodId)) {
      refuse('the new payment method should be different from the current one')
    }
    const amount = getItem(payment, 'amount')
    if (isShort(method, amount)) refuse('insufficient gift card balance to pay for the order')
    extend(history, [paymentLine('payment', amount, methodId), paymentLine('refund', amount, oldMethodId)])
    if (isGiftCard(method)) withdraw(database, order, methodId, amount)
    if (contains(oldMethodId, 'gift_card')) deposit(database, order, oldMethodId, amount)
    return dumps(order)
  },
)

function hasOnePayment(history: ReadonlyValue): boolean {
  return length(history) <= 1n && equals(getItem(getItem(history, 0n), 'transaction_type'), 'payment')
}
