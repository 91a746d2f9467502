import type { Database } from '../../data/open-database.ts'
import { dumps, type PythonDict, type PythonValue } from '../../python/index.ts'
import { refuse, type Tool, tool } from '../../tool.ts'
import { editRecord, findRecord } from '../records.ts'
import { editOrder, requireOrder } from './orders.ts'

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
      record.set('address', new Map(Object.entries(address)))
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
