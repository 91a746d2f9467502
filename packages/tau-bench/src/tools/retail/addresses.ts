import { getItem } from '../../python/containers.ts'
import { dumps } from '../../python/dumps.ts'
import type { PythonDict } from '../../python/value.ts'
import type { Tool } from '../../tool.ts'
import { editRecord, findRecord } from '../records.ts'
import { editOrder, findOrder, hasStatus } from './orders.ts'

const addressParameters = ['address1', 'address2', 'city', 'state', 'country', 'zip'] as const

/** The address that the arguments make up, of whatever type they are. */
function addressOf(kwargs: PythonDict): PythonDict {
  return new Map(addressParameters.map((name) => [name, getItem(kwargs, name)]))
}

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

/** Replaces a user's default address. */
export const modifyUserAddress: Tool = {
  name: 'modify_user_address',
  className: 'ModifyUserAddress',
  parameters: ['user_id', ...addressParameters],
  run(database, kwargs) {
    const users = database.table('users')
    const id = getItem(kwargs, 'user_id')
    if (findRecord(users, id) === undefined) return 'Error: user not found'
    const user = editRecord(users, id)
    user.set('address', addressOf(kwargs))
    return dumps(user)
  },
}
