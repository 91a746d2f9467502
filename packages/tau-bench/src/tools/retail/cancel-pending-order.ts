import type { Database } from '../../data/open-database.ts'
import { contains, dumps, getItem, iterate, type PythonDict, type PythonValue } from '../../python/index.ts'
import { refuse, type Tool, tool } from '../../tool.ts'
import { extend, setItem } from '../records.ts'
import { editOrder, paymentLine, requireOrder } from './orders.ts'
import { deposit } from './payments.ts'

const reasons = ['no longer needed', 'ordered by mistake']

/** Cancels a pending order and refunds every line of its payment history; what goes to a gift card is there at once. */
export const cancelPendingOrder: Tool = tool(
  'cancel_pending_order',
  'order_id reason',
  (database, { order_id, reason }) => {
    requireOrder(database, order_id, 'pending', 'cancelled')
    if (!contains(reasons, reason)) refuse('invalid reason')
    const order = editOrder(database, order_id)
    const history = getItem(order, 'payment_history')
    const refunds = iterate(history).map((payment) => refund(database, order, payment))
    setItem(order, 'status', 'cancelled')
    setItem(order, 'cancel_reason', reason)
    extend(history, refunds)
    return dumps(order)
  },
)

function refund(database: Database, order: PythonDict, payment: PythonValue): PythonValue {
  const methodId = getItem(payment, 'payment_method_id')
  const amount = getItem(payment, 'amount')
  if (contains(methodId, 'gift_card')) deposit(database, order, methodId, amount)
  return paymentLine('refund', amount, methodId)
}
