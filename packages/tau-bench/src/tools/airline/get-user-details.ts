import { getItem } from '../../python/containers.ts'
import { dumps } from '../../python/dumps.ts'
import type { Tool } from '../../tool.ts'
import { findRecord } from '../_records.ts'

/** The whole user as JSON: profile, payment methods, ids of the reservations. */
export const getUserDetails: Tool = {
  name: 'get_user_details',
  className: 'GetUserDetails',
  parameters: ['user_id'],
  run(database, kwargs) {
    const user = findRecord(database.table('users'), getItem(kwargs, 'user_id'))
    return user === undefined ? 'Error: user not found' : dumps(user)
  },
}
