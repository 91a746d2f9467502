import { getItem } from '../../python/containers.ts'
import { dumps } from '../../python/dumps.ts'
import type { Tool } from '../../tool.ts'
import { editRecord, findRecord } from '../_records.ts'
import { addressOf, addressParameters } from './_address.ts'

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
