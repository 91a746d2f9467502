import { getItem } from '../../python/containers.ts'
import { equals } from '../../python/equals.ts'
import { lower } from '../../python/lower.ts'
import type { PythonDict, ReadonlyDict } from '../../python/value.ts'
import type { Tool } from '../../tool.ts'

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

/** The first user with the name, in whatever case it is written, and exactly the zip code. */
export const findUserIdByNameZip: Tool = {
  name: 'find_user_id_by_name_zip',
  className: 'FindUserIdByNameZip',
  parameters: ['first_name', 'last_name', 'zip'],
  run(database, kwargs) {
    for (const [id, user] of database.table('users').entries()) if (isWanted(user, kwargs)) return id
    return 'Error: user not found'
  },
}

/** The last name is looked at only if the first name fits, so that a bad one need not raise. */
function isWanted(user: ReadonlyDict, kwargs: PythonDict): boolean {
  const name = getItem(user, 'name')
  return (
    lower(getItem(name, 'first_name')) === lower(getItem(kwargs, 'first_name')) &&
    lower(getItem(name, 'last_name')) === lower(getItem(kwargs, 'last_name')) &&
    equals(getItem(getItem(user, 'address'), 'zip'), getItem(kwargs, 'zip'))
  )
}
