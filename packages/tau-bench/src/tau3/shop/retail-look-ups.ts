import type { ReadonlyDict } from '../../python/index.ts'
import { Refusal, type Tool } from '../../tool.ts'
import { findUserIdByEmail, findUserIdByNameZip, listAllProductTypes } from '../../tools/retail/look-ups.ts'
import { member, raise, type ShopTool, shopTool } from './shop-tool.ts'

/** A tool of version 1, whose refusal is an error here and begins with a capital letter. */
function fromFirstVersion(tool: Tool): ShopTool {
  return {
    ...tool,
    run(database, args) {
      try {
        return tool.run(database, args) ?? null
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return raise(error.message.replace(/^./, (letter) => letter.toUpperCase()))
      }
    },
  }
}

const itemDetails = shopTool('get_item_details', 'item_id', (database, { item_id }) => {
  for (const [, product] of database.table('products').entries()) {
    const variant = member(product.get('variants') as ReadonlyDict, item_id)
    if (variant !== undefined) return variant
  }
  return raise('Item not found')
})

export const retailLookUps: readonly ShopTool[] = [
  ...[findUserIdByNameZip, findUserIdByEmail, listAllProductTypes].map(fromFirstVersion),
  itemDetails,
]
