import type { Database, Table } from '../../database.ts'
import { add, multiply } from '../../python/arithmetic.ts'
import { getItem, length } from '../../python/containers.ts'
import { copyValue } from '../../python/copy.ts'
import { dumps } from '../../python/dumps.ts'
import { equals } from '../../python/equals.ts'
import type { PythonDict, PythonValue } from '../../python/value.ts'
import type { Tool } from '../../tool.ts'
import { append } from '../change.ts'
import { editRecord, findRecord } from '../records.ts'
import { type Price, priceFlights, selectFlight } from './flights.ts'
import { payBooking, refuseBookingPayment } from './payments.ts'

/** Books flights for a user if the payments make up the price exactly. Takes no seats. */
export const bookReservation: Tool = {
  name: 'book_reservation',
  className: 'BookReservation',
  parameters: [
    'user_id',
    'origin',
    'destination',
    'flight_type',
    'cabin',
    'flights',
    'passengers',
    'payment_methods',
    'total_baggages',
    'nonfree_baggages',
    'insurance',
  ],
  run(database, kwargs) {
    const users = database.table('users')
    const userId = getItem(kwargs, 'user_id')
    const user = findRecord(users, userId)
    if (user === undefined) return 'Error: user not found'
    const reservations = database.table('reservations')
    const id = freeId(reservations)
    const reservation = draft(id, kwargs)
    const price = priceOf(database, reservation)
    if (!price.ok) return price.refusal
    const payments = getItem(reservation, 'payment_history')
    const refusal = refuseBookingPayment(user, payments, price.value)
    if (refusal !== undefined) return refusal
    payBooking(database, userId, payments)
    reservations.set(id, reservation)
    append(getItem(editRecord(users, userId), 'reservations'), id)
    return dumps(reservation)
  },
}

const newIds = ['HATHAT', 'HATHAU', 'HATHAV'] as const

/** The last id serves every booking from the third on: a fourth overwrites the third. */
function freeId(reservations: Table): string {
  return newIds.find((id) => reservations.get(id) === undefined) ?? 'HATHAV'
}

/** The reservation as it will be stored, its flights not yet priced. */
function draft(id: string, kwargs: PythonDict): PythonDict {
  const argument = (name: string): [string, PythonValue] => [name, getItem(kwargs, name)]
  return new Map<string, PythonValue>([
    ['reservation_id', id],
    argument('user_id'),
    argument('origin'),
    argument('destination'),
    argument('flight_type'),
    argument('cabin'),
    ['flights', copyValue(getItem(kwargs, 'flights'))],
    argument('passengers'),
    ['payment_history', getItem(kwargs, 'payment_methods')],
    ['created_at', '2024-05-15T15:00:00'],
    argument('total_baggages'),
    argument('nonfree_baggages'),
    argument('insurance'),
  ])
}

/** Prices the flights in place, and adds the extras. */
function priceOf(database: Database, reservation: PythonDict): Price {
  const passengers = getItem(reservation, 'passengers')
  const cabin = getItem(reservation, 'cabin')
  const flights = priceFlights(getItem(reservation, 'flights'), passengers, (flight) =>
    selectFlight(database, flight, cabin, passengers),
  )
  if (!flights.ok) return flights
  return { ok: true, value: addExtras(flights.value, reservation) }
}

/** Adds US dollars: 30 for each passenger if the insurance is exactly `yes`, and 50 for each paid bag. */
function addExtras(price: PythonValue, reservation: PythonDict): PythonValue {
  const isInsured = equals(getItem(reservation, 'insurance'), 'yes')
  const insured = isInsured
    ? add(price, multiply(30n, length(getItem(reservation, 'passengers'))), '+=')
    : price
  return add(insured, multiply(50n, getItem(reservation, 'nonfree_baggages')), '+=')
}
