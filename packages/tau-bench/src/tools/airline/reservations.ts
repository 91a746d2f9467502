import type { Database } from '../../data/open-database.ts'
import { add, multiply, negate, subtract } from '../../python/arithmetic.ts'
import { compare, equals } from '../../python/compare.ts'
import { copyValue, dictOf, getItem, iterate, length } from '../../python/containers.ts'
import { dumps } from '../../python/text/dumps.ts'
import type { PythonDict, PythonValue, ReadonlyDict, ReadonlyValue } from '../../python/value.ts'
import { refuse, type Tool, tool } from '../../tool.ts'
import { append, editRecord, extend, findRecord, setItem } from '../records.ts'
import { fillIn, priceFlights, selectFlight } from './flights.ts'
import { payBooking, payUpdate, requireBookingPayment, requireUpdatePayment, sumOf } from './payments.ts'

export const newIds = ['HATHAT', 'HATHAU', 'HATHAV'] as const

type Booked = 'user_id' | 'origin' | 'destination' | 'flight_type' | 'cabin' | 'flights' | 'passengers'
type Paid = 'payment_methods' | 'total_baggages' | 'nonfree_baggages' | 'insurance'

/** A reservation of what a booking gave, with the fields in their official order. */
export function newReservation(id: string, given: Readonly<Record<Booked | Paid, PythonValue>>): PythonDict {
  const { payment_methods, total_baggages, nonfree_baggages, insurance, ...booked } = given
  return dictOf({
    reservation_id: id,
    ...booked,
    payment_history: payment_methods,
    created_at: '2024-05-15T15:00:00',
    total_baggages,
    nonfree_baggages,
    insurance,
  })
}

/** Books flights for a user if the payments make up the price exactly. Takes no seats. */
export const bookReservation: Tool = tool(
  'book_reservation',
  'user_id origin destination flight_type cabin flights passengers payment_methods total_baggages nonfree_baggages insurance',
  (database, args) => {
    const { user_id, payment_methods } = args
    const users = database.table('users')
    const user = findRecord(users, user_id) ?? refuse('user not found')
    const reservations = database.table('reservations')
    // The last id serves every booking from the third on: a fourth overwrites the third.
    const id = newIds.find((free) => reservations.get(free) === undefined) ?? 'HATHAV'
    // As it will be stored; its flights are not priced yet.
    const reservation = newReservation(id, { ...args, flights: copyValue(args.flights) })
    requireBookingPayment(user, payment_methods, priceOf(database, reservation))
    payBooking(database, user_id, payment_methods)
    reservations.set(id, reservation)
    append(getItem(editRecord(users, user_id), 'reservations'), id)
    return dumps(reservation)
  },
)

/** Prices the flights in place, and adds US dollars: 30 for each passenger with insurance, and 50 for each paid bag. */
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

function requireReservation(database: Database, id: PythonValue): ReadonlyDict {
  return findRecord(database.table('reservations'), id) ?? refuse('reservation not found')
}

function editReservation(database: Database, id: PythonValue): PythonDict {
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
    const refundOf = (payment: PythonValue): PythonValue =>
      dictOf({ payment_id: getItem(payment, 'payment_id'), amount: negate(getItem(payment, 'amount')) })
    extend(history, iterate(history).map(refundOf))
    setItem(reservation, 'status', 'cancelled')
    return dumps(reservation)
  },
)

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
    if (length(passengers) !== length(getItem(reservation, 'passengers')))
      refuse('number of passengers does not match')
    const updated = editReservation(database, reservation_id)
    setItem(updated, 'passengers', passengers)
    return dumps(updated)
  },
)

/**
 * Charges or refunds the difference; a flight that stays keeps its price if the cabin stays. As officially, the cabin is never
 * written, and no route is checked.
 */
export const updateReservationFlights: Tool = tool(
  'update_reservation_flights',
  'reservation_id cabin flights payment_id',
  (database, { reservation_id, cabin, flights: wanted, payment_id }) => {
    const reservation = requireReservation(database, reservation_id)
    const flights = copyValue(wanted)
    const price = priceOfChange(database, reservation, flights, cabin)
    requireUpdatePayment(database, reservation, payment_id, price)
    const updated = editReservation(database, reservation_id)
    setItem(updated, 'flights', flights)
    payUpdate(database, updated, payment_id, price)
    return dumps(updated)
  },
)

function priceOfChange(
  database: Database,
  reservation: ReadonlyDict,
  flights: PythonValue,
  cabin: ReadonlyValue,
): PythonValue {
  const passengers = getItem(reservation, 'passengers')
  const price = priceFlights(flights, passengers, (flight) => {
    if (!keepFlight(reservation, flight, cabin)) selectFlight(database, flight, cabin, passengers)
  })
  const old = multiply(sumOf(getItem(reservation, 'flights'), 'price'), length(passengers))
  return subtract(price, old, '-=')
}

/** Fills a wanted flight in from the reservation's own of the same number, date and cabin, if it has one. */
function keepFlight(reservation: ReadonlyDict, wanted: PythonValue, cabin: ReadonlyValue): boolean {
  const kept = iterate(getItem(reservation, 'flights')).find(
    (own) =>
      equals(getItem(own, 'flight_number'), getItem(wanted, 'flight_number')) &&
      equals(getItem(own, 'date'), getItem(wanted, 'date')) &&
      equals(cabin, getItem(reservation, 'cabin')),
  )
  if (kept !== undefined) fillIn(wanted, getItem(kept, 'price'), kept)
  return kept !== undefined
}
