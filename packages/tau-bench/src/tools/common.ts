import { dumps } from '../python/text/dumps.ts'
import { refuse, type Tool, tool } from '../tool.ts'
import { findRecord } from './records.ts'

export const think: Tool = tool('think', 'thought', () => '')

export const transferToHumanAgents: Tool = tool(
  'transfer_to_human_agents',
  'summary',
  () => 'Transfer successful',
)

/** A tool that shows a record whole, as JSON. Of an unknown reservation the official tool misses a user. */
function detailsTool(of: 'order' | 'product' | 'reservation' | 'user', missing: string = of): Tool {
  return tool(`get_${of}_details`, `${of}_id`, (database, args) =>
    dumps(findRecord(database.table(`${of}s`), args[`${of}_id`]) ?? refuse(`${missing} not found`)),
  )
}

export const getOrderDetails: Tool = detailsTool('order')
export const getProductDetails: Tool = detailsTool('product')
export const getReservationDetails: Tool = detailsTool('reservation', 'user')
export const getUserDetails: Tool = detailsTool('user')
