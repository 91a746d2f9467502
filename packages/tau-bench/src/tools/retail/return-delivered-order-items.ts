import { contains, getItem } from '../../python/containers.ts'
import { dumps } from '../../python/dumps.ts'
import { equals } from '../../python/equals.ts'
import type { ReadonlyDict, ReadonlyValue } from '../../python/value.ts'
import type { Tool } from '../../tool.ts'
import { findMissing, sortIds } from './items.ts'
import { editOrder, findOrder, hasStatus } from './orders.ts'
import { paymentMethodsOf } from './payments.ts'

/** Notes down in a delivered order which items are to be returned; no money moves. */
export const returnDeliveredOrderItems: Tool = {
  name: 'return_delivered_order_items',
  className: 'ReturnDeliveredOrderItems',
  parameters: ['order_id', 'item_ids', 'payment_method_id'],
  run(database, kwargs) {
    const found = findOrder(database, kwargs)
    if (found === undefined) return 'Error: order not found'
    if (!hasStatus(found, 'delivered')) return 'Error: non-delivered order cannot be returned'
    const methodId = getItem(kwargs, 'payment_method_id')
    if (!contains(paymentMethodsOf(database, found), methodId)) return 'Error: payment method not found'
    if (!contains(methodId, 'gift_card') && !paidFirst(found, methodId)) {
      return 'Error: payment method should be either the original payment method or a gift card'
    }
    const itemIds = getItem(kwargs, 'item_ids')
    if (findMissing(found, itemIds) !== undefined) return 'Error: some item not found'
    const order = editOrder(database, kwargs)
    order.set('status', 'return requested')
    order.set('return_items', sortIds(itemIds))
    order.set('return_payment_method_id', methodId)
    return dumps(order)
  },
}

function paidFirst(order: ReadonlyDict, methodId: ReadonlyValue): boolean {
  const original = getItem(getItem(order, 'payment_history'), 0n)
  return equals(methodId, getItem(original, 'payment_method_id'))
}
