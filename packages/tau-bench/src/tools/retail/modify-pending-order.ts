import type { Database } from '../../data/open-database.ts'
import type { PythonValue, ReadonlyValue } from '../../python/index.ts'
import { compare, contains, copyValue, dumps, equals, getItem, length } from '../../python/index.ts'
import { refuse, type Tool, tool } from '../../tool.ts'
import { append, extend, setItem } from '../records.ts'
import { firstItem, pairs, priceNewItems, variantsOf } from './items.ts'
import { editOrder, paymentLine, requireOrder } from './orders.ts'
import { absolute, deposit, isGiftCard, isShort, requireMethod, withdraw } from './payments.ts'

/** Replaces items of a pending order, once. The difference is not rounded; stock stays as it is. */
export const modifyPendingOrderItems: Tool = tool(
  'modify_pending_order_items',
  'order_id item_ids new_item_ids payment_method_id',
  (database, { order_id, item_ids, new_item_ids, payment_method_id: methodId }) => {
    const found = requireOrder(database, order_id, 'pending', 'modified')
    const difference = priceNewItems(database, found, item_ids, new_item_ids)
    const method = requireMethod(database, found, methodId)
    if (isShort(method, difference)) refuse('insufficient gift card balance to pay for the new item')
    const order = editOrder(database, order_id)
    const type = compare(difference, '>', 0n) ? 'payment' : 'refund'
    append(getItem(order, 'payment_history'), paymentLine(type, absolute(difference), methodId))
    if (isGiftCard(method)) withdraw(database, order, methodId, difference)
    for (const [id, newId] of pairs(item_ids, new_item_ids)) {
      replaceItem(database, firstItem(getItem(order, 'items'), id), newId)
    }
    order.set('status', 'pending (item modified)')
    return dumps(order)
  },
)

function replaceItem(database: Database, item: PythonValue, newId: PythonValue): void {
  const variant = getItem(variantsOf(database, item), newId)
  setItem(item, 'item_id', newId)
  setItem(item, 'price', copyValue(getItem(variant, 'price')))
  setItem(item, 'options', copyValue(getItem(variant, 'options')))
}

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
