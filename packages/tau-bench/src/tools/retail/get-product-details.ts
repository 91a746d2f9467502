import { getItem } from '../../python/containers.ts'
import { dumps } from '../../python/dumps.ts'
import type { Tool } from '../../tool.ts'
import { findRecord } from '../_records.ts'

/** A product with all its variants, sold out ones too. */
export const getProductDetails: Tool = {
  name: 'get_product_details',
  className: 'GetProductDetails',
  parameters: ['product_id'],
  run(database, kwargs) {
    const product = findRecord(database.table('products'), getItem(kwargs, 'product_id'))
    return product === undefined ? 'Error: product not found' : dumps(product)
  },
}
