import type { Database } from '../../data/open-database.ts'
import { multiply, subtract } from '../../python/arithmetic.ts'
import { getItem, iterate, length } from '../../python/containers.ts'
import { copyValue } from '../../python/copy.ts'
import { equals } from '../../python/equals.ts'
import { dumps } from '../../python/text/dumps.ts'
import type { PythonValue, ReadonlyDict, ReadonlyValue } from '../../python/value.ts'
import { type Tool, tool } from '../../tool.ts'
import { setItem } from '../records.ts'
import { fillIn, priceFlights, selectFlight } from './flights.ts'
import { payUpdate, requireUpdatePayment, sumOf } from './payments.ts'
import { editReservation, requireReservation } from './reservations.ts'

/**
 * Charges or refunds the difference; a flight that stays keeps its price if the cabin stays. As officially, the cabin is
 * never written.
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
  if (kept === undefined) return false
  fillIn(wanted, getItem(kept, 'price'), kept)
  return true
}
