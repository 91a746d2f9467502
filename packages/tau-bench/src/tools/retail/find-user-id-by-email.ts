import { getItem } from '../../python/containers.ts'
import type { Tool } from '../../tool.ts'
import { lower } from '../_lower.ts'

/** The first user with the email, in whatever case it is written. */
export const findUserIdByEmail: Tool = {
  name: 'find_user_id_by_email',
  className: 'FindUserIdByEmail',
  parameters: ['email'],
  run(database, kwargs) {
    const email = getItem(kwargs, 'email')
    for (const [id, user] of database.table('users').entries()) {
      if (lower(getItem(user, 'email')) === lower(email)) return id
    }
    return 'Error: user not found'
  },
}
