import { dumps } from '../../python/dumps.ts'
import type { Tool } from '../../tool.ts'
import { addressOf, addressParameters } from './_address.ts'
import { editOrder, findOrder, hasStatus } from './_orders.ts'

/** Replaces the address that a pending order goes to. */
export const modifyPendingOrderAddress: Tool = {
  name: 'modify_pending_order_address',
  className: 'ModifyPendingOrderAddress',
  parameters: ['order_id', ...addressParameters],
  run(database, kwargs) {
    const order = findOrder(database, kwargs)
    if (order === undefined) return 'Error: order not found'
    if (!hasStatus(order, 'pending')) return 'Error: non-pending order cannot be modified'
    const changed = editOrder(database, kwargs)
    changed.set('address', addressOf(kwargs))
    return dumps(changed)
  },
}
