import { compareText } from '../../python/compare.ts'
import { getItem } from '../../python/containers.ts'
import { dumps } from '../../python/dumps.ts'
import { formatValue } from '../../python/repr.ts'
import type { ReadonlyValue } from '../../python/value.ts'
import type { Tool } from '../../tool.ts'

/** The product ids by the products' names, sorted by name; of two products of one name the later. */
export const listAllProductTypes: Tool = {
  name: 'list_all_product_types',
  className: 'ListAllProductTypes',
  parameters: [],
  run(database) {
    const ids = new Map<string, ReadonlyValue>()
    for (const [, product] of database.table('products').entries()) {
      ids.set(formatValue(getItem(product, 'name')), getItem(product, 'product_id'))
    }
    return dumps(new Map(Array.from(ids).sort(([left], [right]) => compareText(left, right))))
  },
}
