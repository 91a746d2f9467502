import { contains, dumps, equals, getItem } from '../../python/index.ts'
import { refuse, type Tool, tool } from '../../tool.ts'
import { findMissing, priceNewItems, sortIds } from './items.ts'
import { editOrder, requireOrder } from './orders.ts'
import { isShort, paymentMethodsOf, requireMethod, roundToCents } from './payments.ts'

/** Notes down in a delivered order which items are to be exchanged for which; no money moves. */
export const exchangeDeliveredOrderItems: Tool = tool(
  'exchange_delivered_order_items',
  'order_id item_ids new_item_ids payment_method_id',
  (database, { order_id, item_ids, new_item_ids, payment_method_id }) => {
    const found = requireOrder(database, order_id, 'delivered', 'exchanged')
    const difference = roundToCents(priceNewItems(database, found, item_ids, new_item_ids))
    if (isShort(requireMethod(database, found, payment_method_id), difference)) {
      refuse('insufficient gift card balance to pay for the price difference')
    }
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
    if (!contains(methodId, 'gift_card')) {
      const original = getItem(getItem(getItem(found, 'payment_history'), 0n), 'payment_method_id')
      if (!equals(methodId, original)) {
        refuse('payment method should be either the original payment method or a gift card')
      }
    }
    if (findMissing(found, item_ids) !== undefined) refuse('some item not found')
    const order = editOrder(database, order_id)
    order.set('status', 'return requested')
    order.set('return_items', sortIds(item_ids))
    order.set('return_payment_method_id', methodId)
    return dumps(order)
  },
)
