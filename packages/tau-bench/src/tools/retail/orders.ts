import type { Database } from '../../database.ts'
import { getItem } from '../../python/containers.ts'
import { equals } from '../../python/equals.ts'
import type { PythonDict, PythonValue, ReadonlyDict } from '../../python/value.ts'
import { editRecord, findRecord } from '../records.ts'

/** The order that the arguments name, for reading. */
export function findOrder(database: Database, kwargs: PythonDict): ReadonlyDict | undefined {
  return findRecord(database.table('orders'), getItem(kwargs, 'order_id'))
}

/** The order that the arguments name, to be changed in place. */
export function editOrder(database: Database, kwargs: PythonDict): PythonDict {
  return editRecord(database.table('orders'), getItem(kwargs, 'order_id'))
}

export function hasStatus(order: ReadonlyDict, status: 'delivered' | 'pending'): boolean {
  return equals(getItem(order, 'status'), status)
}

/** A line of an order's payment history. */
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
