import type { EpisodeDatabase } from '../../data/open-database.ts'
import { equals, type PythonValue, type ReadonlyDict, type ReadonlyValue } from '../../python/index.ts'
import { sortedDump } from '../bank/json-style.ts'
import { textWith } from '../python/text.ts'
import { member, raise, type ShopTool, shopTool } from './shop-tool.ts'

/** The first user that fits. Members are compared one by one, as the next may raise. */
function findUser(database: EpisodeDatabase, fits: (user: ReadonlyDict) => boolean): string {
  const found = Array.from(database.table('users').entries()).find(([, user]) => fits(user))
  return found?.[0] ?? raise('User not found')
}

function lower(value: ReadonlyValue): string {
  return textWith(value, 'lower').toLowerCase()
}

const byName = shopTool(
  'find_user_id_by_name_zip',
  'first_name last_name zip',
  (database, { first_name, last_name, zip }) =>
    findUser(database, (user) => {
      const [name, place] = [user.get('name') as ReadonlyDict, user.get('address') as ReadonlyDict]
      const is = (field: string, wanted: PythonValue) => lower(name.get(field) ?? null) === lower(wanted)
      return (
        is('first_name', first_name) && is('last_name', last_name) && equals(place.get('zip') ?? null, zip)
      )
    }),
)

const byEmail = shopTool('find_user_id_by_email', 'email', (database, { email }) =>
  findUser(database, (user) => lower(user.get('email') ?? null) === lower(email)),
)

const itemDetails = shopTool('get_item_details', 'item_id', (database, { item_id }) => {
  for (const [, product] of database.table('products').entries()) {
    const variant = member(product.get('variants') as ReadonlyDict, item_id)
    if (variant !== undefined) return variant
  }
  return raise('Item not found')
})

const productTypes = shopTool('list_all_product_types', '', (database) => {
  const products = Array.from(database.table('products').entries(), ([, product]) => product)
  return sortedDump(
    new Map(products.map((product) => [product.get('name') as string, product.get('product_id') ?? null])),
  )
})

export const retailLookUps: readonly ShopTool[] = [byName, byEmail, itemDetails, productTypes]
