import type { Database } from '../../data/open-database.ts'
import { multiply, negate, subtract } from '../../python/arithmetic.ts'
import { compare } from '../../python/compare.ts'
import { getItem, iterate, length } from '../../python/containers.ts'
import { dictOf } from '../../python/copy.ts'
import { dumps } from '../../python/text/dumps.ts'
import type { PythonDict, PythonValue, ReadonlyDict } from '../../python/value.ts'
import { refuse, type Tool, tool } from '../../tool.ts'
import { editRecord, extend, findRecord, setItem } from '../records.ts'
import { payUpdate, requireUpdatePayment } from './payments.ts'

export const newIds = ['HATHAT', 'HATHAU', 'HATHAV'] as const

type Booked = 'user_id' | 'origin' | 'destination' | 'flight_type' | 'cabin' | 'flights' | 'passengers'
type Paid = 'payment_methods' | 'total_baggages' | 'nonfree_baggages' | 'insurance'

/** A reservation of what a booking gave, with the fields in their official order. */
export function newReservation(id: string, given: Readonly<Record<Booked | Paid, PythonValue>>): PythonDict {
  return dictOf({
    reservation_id: id,
    user_id: given.user_id,
    origin: given.origin,
    destination: given.destination,
    flight_type: given.flight_type,
    cabin: given.cabin,
    flights: given.flights,
    passengers: given.passengers,
    payment_history: given.payment_methods,
    created_at: '2024-05-15T15:00:00',
    total_baggages: given.total_baggages,
    nonfree_baggages: given.nonfree_baggages,
    insurance: given.insurance,
  })
}

export function requireReservation(database: Database, id: PythonValue): ReadonlyDict {
  return findRecord(database.table('reservations'), id) ?? refuse('reservation not found')
}

export function editReservation(database: Database, id: PythonValue): PythonDict {
  return editRecord(database.table('reservations'), id)
}

/** Books every line of the payment history back there, earlier refunds too. No payment method gets money back. */
export const cancelReservation: Tool = tool(
  'cancel_reservation',
  'reservation_id',
  (database, { reservation_id }) => {
    requireReservation(database, reservation_id)
    const reservation = editReservation(database, reservation_id)
    const history = getItem(reservation, 'payment_history')
    extend(history, iterate(history).map(refundOf))
    setItem(reservation, 'status', 'cancelled')
    return dumps(reservation)
  },
)

function refundOf(payment: PythonValue): PythonValue {
  return new Map<string, PythonValue>([
    ['payment_id', getItem(payment, 'payment_id')],
    ['amount', negate(getItem(payment, 'amount'))],
  ])
}

/** Sets both counts of bags, at 50 US dollars for each paid bag more. Fewer bags give nothing back. */
export const updateReservationBaggages: Tool = tool(
  'update_reservation_baggages',
  'reservation_id total_baggages nonfree_baggages payment_id',
  (database, { reservation_id, total_baggages, nonfree_baggages, payment_id }) => {
    const reservation = requireReservation(database, reservation_id)
    const more = subtract(nonfree_baggages, getItem(reservation, 'nonfree_baggages'))
    const price = multiply(50n, compare(more, '>', 0n) ? more : 0n)
    requireUpdatePayment(database, reservation, payment_id, price)
    const updated = editReservation(database, reservation_id)
    setItem(updated, 'total_baggages', total_baggages)
    setItem(updated, 'nonfree_baggages', nonfree_baggages)
    payUpdate(database, updated, payment_id, price)
    return dumps(updated)
  },
)

/** Replaces the passengers by as many others. What they are is not checked, only that they can be counted. */
export const updateReservationPassengers: Tool = tool(
  'update_reservation_passengers',
  'reservation_id passengers',
  (database, { reservation_id, passengers }) => {
    const reservation = requireReservation(database, reservation_id)
    if (length(passengers) !== length(getItem(reservation, 'passengers'))) {
      refuse('number of passengers does not match')
    }
    const updated = editReservation(database, reservation_id)
    setItem(updated, 'passengers', passengers)
    return dumps(updated)
  },
)
