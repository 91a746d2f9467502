import type { Database } from '../../data/open-database.ts'
import { compare, equals } from '../../python/compare.ts'
import { contains, copyValue, dictOf, getItem, iterate, length } from '../../python/containers.ts'
import { dumps } from '../../python/text/dumps.ts'
import type { PythonDict, PythonValue, ReadonlyDict } from '../../python/value.ts'
import { refuse, type Tool, tool } from '../../tool.ts'
import { append, editRecord, extend, findRecord, setItem } from '../records.ts'
import { findMissing, firstItem, pairs, priceNewItems, sortIds, variantsOf } from './items.ts'
import {
  absolute,
  changeBalance,
  isGiftCard,
  isShort,
  paymentMethodsOf,
  requireMethod,
  roundToCents,
} from './payments.ts'

/** An order that has the status, for reading; `change` is what is refused otherwise. */
function requireOrder(
  database: Database,
  id: PythonValue,
  status: 'delivered' | 'pending',
  change: 'cancelled' | 'exchanged' | 'modified' | 'returned',
): ReadonlyDict {
  const order = findRecord(database.table('orders'), id) ?? refuse('order not found')
  return equals(getItem(order, 'status'), status) ? order : refuse(`non-${status} order cannot be ${change}`)
}

function editOrder(database: Database, id: PythonValue): PythonDict {
  return editRecord(database.table('orders'), id)
}

function paymentLine(type: 'payment' | 'refund', amount: PythonValue, methodId: PythonValue): PythonDict {
  return dictOf({ transaction_type: type, amount, payment_method_id: methodId })
}

/** A tool that replaces the address in a record by the one that the arguments make up, of whatever type they are. */
function addressTool(
  name: string,
  key: string,
  edit: (database: Database, id: PythonValue) => PythonDict,
): Tool {
  return tool(
    name,
    `${key} address1 address2 city state country zip`,
    (database, { [key]: id = null, ...address }) => {
      const record = edit(database, id)
      record.set('address', dictOf(address))
      return dumps(record)
    },
  )
}

export const modifyPendingOrderAddress: Tool = addressTool(
  'modify_pending_order_address',
  'order_id',
  (database, id) => {
    requireOrder(database, id, 'pending', 'modified')
    return editOrder(database, id)
  },
)

export const modifyUserAddress: Tool = addressTool('modify_user_address', 'user_id', (database, id) => {
  const users = database.table('users')
  if (findRecord(users, id) === undefined) refuse('user not found')
  return editRecord(users, id)
})

/** Cancels a pending order and refunds every line of its payment history; what goes to a gift card is there at once. */
export const cancelPendingOrder: Tool = tool(
  'cancel_pending_order',
  'order_id reason',
  (database, { order_id, reason }) => {
    requireOrder(database, order_id, 'pending', 'cancelled')
    if (!contains(['no longer needed', 'ordered by mistake'], reason)) refuse('invalid reason')
    const order = editOrder(database, order_id)
    const history = getItem(order, 'payment_history')
    const refunds = iterate(history).map((payment) => {
      const methodId = getItem(payment, 'payment_method_id')
      const amount = getItem(payment, 'amount')
      if (contains(methodId, 'gift_card')) changeBalance(database, order, methodId, '+=', amount)
      return paymentLine('refund', amount, methodId)
    })
    setItem(order, 'status', 'cancelled')
    setItem(order, 'cancel_reason', reason)
    extend(history, refunds)
    return dumps(order)
  },
)

/** Notes down in a delivered order which items are to be exchanged for which; no money moves. */
export const exchangeDeliveredOrderItems: Tool = tool(
  'exchange_delivered_order_items',
  'order_id item_ids new_item_ids payment_method_id',
  (database, { order_id, item_ids, new_item_ids, payment_method_id }) => {
    const found = requireOrder(database, order_id, 'delivered', 'exchanged')
    const difference = roundToCents(priceNewItems(database, found, item_ids, new_item_ids))
    if (isShort(requireMethod(database, found, payment_method_id), difference))
      refuse('insufficient gift card balance to pay for the price difference')
    const order = editOrder(database, order_id)
    order.set('status', 'exchange requested')
    order.set('exchange_items', sortIds(item_ids))
    order.set('exchange_new_items', sortIds(new_item_ids))
    order.set('exchange_payment_method_id', payment_method_id)
    order.set('exchange_price_difference', difference)
    return dumps(order)
  },
)

/** Notes down in a delivered order which items are to be returned; no money moves. */
export const returnDeliveredOrderItems: Tool = tool(
  'return_delivered_order_items',
  'order_id item_ids payment_method_id',
  (database, { order_id, item_ids, payment_method_id: methodId }) => {
    const found = requireOrder(database, order_id, 'delivered', 'returned')
    if (!contains(paymentMethodsOf(database, found), methodId)) refuse('payment method not found')
    const isOriginal = (): boolean =>
      equals(methodId, getItem(found, 'payment_history', 0n, 'payment_method_id'))
    if (!contains(methodId, 'gift_card') && !isOriginal())
      refuse('payment method should be either the original payment method or a gift card')
    if (findMissing(found, item_ids) !== undefined) refuse('some item not found')
    const order = editOrder(database, order_id)
    order.set('status', 'return requested')
    order.set('return_items', sortIds(item_ids))
    order.set('return_payment_method_id', methodId)
    return dumps(order)
  },
)

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
    if (isGiftCard(method)) changeBalance(database, order, methodId, '-=', difference)
    for (const [id, newId] of pairs(item_ids, new_item_ids)) {
      const item = firstItem(getItem(order, 'items'), id)
      const variant = getItem(variantsOf(database, item), newId)
      setItem(item, 'item_id', newId)
      setItem(item, 'price', copyValue(getItem(variant, 'price')))
      setItem(item, 'options', copyValue(getItem(variant, 'options')))
    }
    order.set('status', 'pending (item modified)')
    return dumps(order)
  },
)

/** Pays a pending order by another method and refunds the first payment; only while that is the sole one. */
export const modifyPendingOrderPayment: Tool = tool(
  'modify_pending_order_payment',
  'order_id payment_method_id',
  (database, { order_id, payment_method_id: methodId }) => {
    const found = requireOrder(database, order_id, 'pending', 'modified')
    const method = requireMethod(database, found, methodId)
    const payments = getItem(found, 'payment_history')
    if (length(payments) > 1n || !equals(getItem(payments, 0n, 'transaction_type'), 'payment'))
      refuse('there should be exactly one payment for a pending order')
    const order = editOrder(database, order_id)
    const history = getItem(order, 'payment_history')
    const payment = getItem(history, 0n)
    const oldMethodId = getItem(payment, 'payment_method_id')
    if (equals(oldMethodId, methodId))
      refuse('the new payment method should be different from the current one')
    const amount = getItem(payment, 'amount')
    if (isShort(method, amount)) refuse('insufficient gift card balance to pay for the order')
    extend(history, [paymentLine('payment', amount, methodId), paymentLine('refund', amount, oldMethodId)])
    if (isGiftCard(method)) changeBalance(database, order, methodId, '-=', amount)
    if (contains(oldMethodId, 'gift_card')) changeBalance(database, order, oldMethodId, '+=', amount)
    return dumps(order)
  },
)
