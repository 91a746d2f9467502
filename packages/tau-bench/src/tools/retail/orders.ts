import type { Database } from '../../data/open-database.ts'
import { equals, getItem, type PythonDict, type PythonValue, type ReadonlyDict } from '../../python/index.ts'
import { refuse } from '../../tool.ts'
import { editRecord, findRecord } from '../records.ts'

/** An order that has the status, for reading; `change` is what is refused otherwise. */
export function requireOrder(
  database: Database,
  id: PythonValue,
  status: 'delivered' | 'pending',
  change: 'cancelled' | 'exchanged' | 'modified' | 'returned',
): ReadonlyDict {
  const order = findRecord(database.table('orders'), id) ?? refuse('order not found')
  return equals(getItem(order, 'status'), status) ? order : refuse(`non-${status} order cannot be ${change}`)
}

export function editOrder(database: Database, id: PythonValue): PythonDict {
  return editRecord(database.table('orders'), id)
}

export function paymentLine(
  type: 'payment' | 'refund',
  amount: PythonValue,
  methodId: PythonValue,
): PythonDict {
  return new Map<string, PythonValue>([
    ['transaction_type', type],
    ['amount', amount],
    ['payment_method_id', methodId],
  ])
}
