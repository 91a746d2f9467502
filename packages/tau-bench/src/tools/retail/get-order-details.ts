import { getItem } from '../../python/containers.ts'
import { dumps } from '../../python/dumps.ts'
import type { Tool } from '../../tool.ts'
import { findRecord } from '../_records.ts'

/** An order as it is now. */
export const getOrderDetails: Tool = {
  name: 'get_order_details',
  className: 'GetOrderDetails',
  parameters: ['order_id'],
  run(database, kwargs) {
    const order = findRecord(database.table('orders'), getItem(kwargs, 'order_id'))
    return order === undefined ? 'Error: order not found' : dumps(order)
  },
}
