import { multiply, subtract } from '../../python/arithmetic.ts'
import { compare } from '../../python/compare.ts'
import { getItem } from '../../python/containers.ts'
import { dumps } from '../../python/dumps.ts'
import type { PythonValue, ReadonlyDict, ReadonlyValue } from '../../python/value.ts'
import type { Tool } from '../../tool.ts'
import { setItem } from '../change.ts'
import { editRecord, findRecord } from '../records.ts'
import { payUpdate, refuseUpdatePayment } from './payments.ts'

/** Sets both counts of bags, at 50 US dollars for each paid bag more. Fewer bags give nothing back. */
export const updateReservationBaggages: Tool = {
  name: 'update_reservation_baggages',
  className: 'UpdateReservationBaggages',
  parameters: ['reservation_id', 'total_baggages', 'nonfree_baggages', 'payment_id'],
  run(database, kwargs) {
    const reservations = database.table('reservations')
    const id = getItem(kwargs, 'reservation_id')
    const reservation = findRecord(reservations, id)
    if (reservation === undefined) return 'Error: reservation not found'
    const nonfree = getItem(kwargs, 'nonfree_baggages')
    const paymentId = getItem(kwargs, 'payment_id')
    const price = priceOfBags(reservation, nonfree)
    const refusal = refuseUpdatePayment(database, reservation, paymentId, price)
    if (refusal !== undefined) return refusal
    const updated = editRecord(reservations, id)
    setItem(updated, 'total_baggages', getItem(kwargs, 'total_baggages'))
    setItem(updated, 'nonfree_baggages', nonfree)
    payUpdate(database, updated, paymentId, price)
    return dumps(updated)
  },
}

function priceOfBags(reservation: ReadonlyDict, nonfree: ReadonlyValue): PythonValue {
  const more = subtract(nonfree, getItem(reservation, 'nonfree_baggages'))
  return multiply(50n, compare(more, '>', 0n) ? more : 0n)
}
