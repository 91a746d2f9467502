import { negate } from '../../python/arithmetic.ts'
import { getItem, iterate } from '../../python/containers.ts'
import { dumps } from '../../python/dumps.ts'
import type { PythonValue } from '../../python/value.ts'
import type { Tool } from '../../tool.ts'
import { extend, setItem } from '../change.ts'
import { editRecord, findRecord } from '../records.ts'

/**
 * Marks a reservation as cancelled and books every line of its payment history back there, earlier refunds too. No
 * payment method gets money back.
 */
export const cancelReservation: Tool = {
  name: 'cancel_reservation',
  className: 'CancelReservation',
  parameters: ['reservation_id'],
  run(database, kwargs) {
    const reservations = database.table('reservations')
    const id = getItem(kwargs, 'reservation_id')
    if (findRecord(reservations, id) === undefined) return 'Error: reservation not found'
    const reservation = editRecord(reservations, id)
    const history = getItem(reservation, 'payment_history')
    extend(history, iterate(history).map(refundOf))
    setItem(reservation, 'status', 'cancelled')
    return dumps(reservation)
  },
}

function refundOf(payment: PythonValue): PythonValue {
  return new Map<string, PythonValue>([
    ['payment_id', getItem(payment, 'payment_id')],
    ['amount', negate(getItem(payment, 'amount'))],
  ])
}
