import { compareText, dumps, equals, getItem, lower, type ReadonlyValue, str } from '../../python/index.ts'
import { refuse, type Tool, tool } from '../../tool.ts'

/** The first user with the email, in whatever case it is written. */
export const findUserIdByEmail: Tool = tool('find_user_id_by_email', 'email', (database, { email }) => {
  for (const [id, user] of database.table('users').entries()) {
    if (lower(getItem(user, 'email')) === lower(email)) return id
  }
  return refuse('user not found')
})

/** The first user with the name, in any case, and the zip code. The last name is looked at only if the first fits. */
export const findUserIdByNameZip: Tool = tool(
  'find_user_id_by_name_zip',
  'first_name last_name zip',
  (database, { first_name, last_name, zip }) => {
    for (const [id, user] of database.table('users').entries()) {
      const name = getItem(user, 'name')
      const isWanted =
        lower(getItem(name, 'first_name')) === lower(first_name) &&
        lower(getItem(name, 'last_name')) === lower(last_name) &&
        equals(getItem(getItem(user, 'address'), 'zip'), zip)
      if (isWanted) return id
    }
    return refuse('user not found')
  },
)

/** The product ids by the products' names, sorted by name; of two products of one name the later. */
export const listAllProductTypes: Tool = tool('list_all_product_types', '', (database) => {
  const ids = new Map<string, ReadonlyValue>()
  for (const [, product] of database.table('products').entries())
    ids.set(str(getItem(product, 'name')), getItem(product, 'product_id'))
  return dumps(new Map(Array.from(ids).sort(([left], [right]) => compareText(left, right))))
})
