import type { Database, Table } from '../../data/open-database.ts'
import { add, multiply } from '../../python/arithmetic.ts'
import { getItem, length } from '../../python/containers.ts'
import { copyValue } from '../../python/copy.ts'
import { equals } from '../../python/equals.ts'
import { dumps } from '../../python/text/dumps.ts'
import type { PythonDict, PythonValue } from '../../python/value.ts'
import { refuse, type Tool, tool } from '../../tool.ts'
import { append, editRecord, findRecord } from '../records.ts'
import { priceFlights, selectFlight } from './flights.ts'
import { payBooking, requireBookingPayment } from './payments.ts'
import { newIds, newReservation } from './reservations.ts'

/** Books flights for a user if the payments make up the price exactly. Takes no seats. */
export const bookReservation: Tool = tool(
  'book_reservation',
  'user_id origin destination flight_type cabin flights passengers payment_methods total_baggages nonfree_baggages insurance',
  (database, args) => {
    const { user_id, payment_methods } = args
    const users = database.table('users')
    const user = findRecord(users, user_id) ?? refuse('user not found')
    const reservations = database.table('reservations')
    const id = freeId(reservations)
    // As it will be stored; its flights are not priced yet.
    const reservation = newReservation(id, { ...args, flights: copyValue(args.flights) })
    requireBookingPayment(user, payment_methods, priceOf(database, reservation))
    payBooking(database, user_id, payment_methods)
    reservations.set(id, reservation)
    append(getItem(editRecord(users, user_id), 'reservations'), id)
    return dumps(reservation)
  },
)

/** The last id serves every booking from the third on: a fourth overwrites the third. */
function freeId(reservations: Table): string {
  return newIds.find((id) => reservations.get(id) === undefined) ?? 'HATHAV'
}

/** Prices the flights in place, and adds US dollars: 30 for each passenger if the insurance is exactly `yes`, and 50 for each paid bag. */
function priceOf(database: Database, reservation: PythonDict): PythonValue {
  const passengers = getItem(reservation, 'passengers')
  const cabin = getItem(reservation, 'cabin')
  const price = priceFlights(getItem(reservation, 'flights'), passengers, (flight) =>
    selectFlight(database, flight, cabin, passengers),
  )
  const isInsured = equals(getItem(reservation, 'insurance'), 'yes')
  const insured = isInsured ? add(price, multiply(30n, length(passengers)), '+=') : price
  return add(insured, multiply(50n, getItem(reservation, 'nonfree_baggages')), '+=')
}
