import { contains, getItem } from '../../python/containers.ts'
import { dumps } from '../../python/dumps.ts'
import type { Tool } from '../../tool.ts'
import { priceNewItems, sortIds } from './items.ts'
import { editOrder, findOrder, hasStatus } from './orders.ts'
import { isShort, paymentMethodsOf, roundToCents } from './payments.ts'

/** Notes down in a delivered order which items are to be exchanged for which; no money moves. */
export const exchangeDeliveredOrderItems: Tool = {
  name: 'exchange_delivered_order_items',
  className: 'ExchangeDeliveredOrderItems',
  parameters: ['order_id', 'item_ids', 'new_item_ids', 'payment_method_id'],
  run(database, kwargs) {
    const found = findOrder(database, kwargs)
    if (found === undefined) return 'Error: order not found'
    if (!hasStatus(found, 'delivered')) return 'Error: non-delivered order cannot be exchanged'
    const change = priceNewItems(database, found, kwargs)
    if (!change.ok) return change.answer
    const difference = roundToCents(change.difference)
    const methods = paymentMethodsOf(database, found)
    const methodId = getItem(kwargs, 'payment_method_id')
    if (!contains(methods, methodId)) return 'Error: payment method not found'
    if (isShort(getItem(methods, methodId), difference)) {
      return 'Error: insufficient gift card balance to pay for the price difference'
    }
    const order = editOrder(database, kwargs)
    order.set('status', 'exchange requested')
    order.set('exchange_items', sortIds(getItem(kwargs, 'item_ids')))
    order.set('exchange_new_items', sortIds(getItem(kwargs, 'new_item_ids')))
    order.set('exchange_payment_method_id', methodId)
    order.set('exchange_price_difference', difference)
    return dumps(order)
  },
}
