import type { Database } from '../../database.ts'
import { compare } from '../../python/compare.ts'
import { contains, getItem } from '../../python/containers.ts'
import { copyValue } from '../../python/copy.ts'
import { dumps } from '../../python/dumps.ts'
import type { PythonValue } from '../../python/value.ts'
import type { Tool } from '../../tool.ts'
import { append, setItem } from '../change.ts'
import { firstItem, pairs, priceNewItems, variantsOf } from './items.ts'
import { editOrder, findOrder, hasStatus, paymentLine } from './orders.ts'
import { absolute, isGiftCard, isShort, paymentMethodsOf, withdraw } from './payments.ts'

/**
 * Replaces items of a pending order, once. The difference is paid or refunded as it comes out, not rounded; stock
 * stays as it is.
 */
export const modifyPendingOrderItems: Tool = {
  name: 'modify_pending_order_items',
  className: 'ModifyPendingOrderItems',
  parameters: ['order_id', 'item_ids', 'new_item_ids', 'payment_method_id'],
  run(database, kwargs) {
    const found = findOrder(database, kwargs)
    if (found === undefined) return 'Error: order not found'
    if (!hasStatus(found, 'pending')) return 'Error: non-pending order cannot be modified'
    const change = priceNewItems(database, found, kwargs)
    if (!change.ok) return change.answer
    const { difference } = change
    const methods = paymentMethodsOf(database, found)
    const methodId = getItem(kwargs, 'payment_method_id')
    if (!contains(methods, methodId)) return 'Error: payment method not found'
    const method = getItem(methods, methodId)
    if (isShort(method, difference)) {
      return 'Error: insufficient gift card balance to pay for the new item'
    }
    const order = editOrder(database, kwargs)
    const type = compare(difference, '>', 0n) ? 'payment' : 'refund'
    append(getItem(order, 'payment_history'), paymentLine(type, absolute(difference), methodId))
    if (isGiftCard(method)) withdraw(database, order, methodId, difference)
    for (const [id, newId] of pairs(getItem(kwargs, 'item_ids'), getItem(kwargs, 'new_item_ids'))) {
      replaceItem(database, firstItem(getItem(order, 'items'), id), newId)
    }
    order.set('status', 'pending (item modified)')
    return dumps(order)
  },
}

function replaceItem(database: Database, item: PythonValue, newId: PythonValue): void {
  const variant = getItem(variantsOf(database, item), newId)
  setItem(item, 'item_id', newId)
  setItem(item, 'price', copyValue(getItem(variant, 'price')))
  setItem(item, 'options', copyValue(getItem(variant, 'options')))
}
