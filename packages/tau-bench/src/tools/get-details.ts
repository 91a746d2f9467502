import { getItem } from '../python/containers.ts'
import { dumps } from '../python/dumps.ts'
import type { Tool } from '../tool.ts'
import { findRecord } from './records.ts'

interface Details {
  readonly of: 'order' | 'product' | 'reservation' | 'user'
  readonly className: string
  /** What the refusal says is not there. */
  readonly missing: string
}

/** A tool that shows a record whole, as JSON. Of an unknown reservation the official tool misses a user. */
function detailsTool({ of, className, missing }: Details): Tool {
  return {
    name: `get_${of}_details`,
    className,
    parameters: [`${of}_id`],
    run(database, kwargs) {
      const record = findRecord(database.table(`${of}s`), getItem(kwargs, `${of}_id`))
      return record === undefined ? `Error: ${missing} not found` : dumps(record)
    },
  }
}

export const getOrderDetails: Tool = detailsTool({
  of: 'order',
  className: 'GetOrderDetails',
  missing: 'order',
})
export const getProductDetails: Tool = detailsTool({
  of: 'product',
  className: 'GetProductDetails',
  missing: 'product',
})
export const getReservationDetails: Tool = detailsTool({
  of: 'reservation',
  className: 'GetReservationDetails',
  missing: 'user',
})
export const getUserDetails: Tool = detailsTool({ of: 'user', className: 'GetUserDetails', missing: 'user' })
