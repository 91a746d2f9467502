import type { Database } from '../../database.ts'
import { multiply, subtract } from '../../python/arithmetic.ts'
import { getItem, iterate, length } from '../../python/containers.ts'
import { copyValue } from '../../python/copy.ts'
import { dumps } from '../../python/dumps.ts'
import { equals } from '../../python/equals.ts'
import type { PythonValue, ReadonlyDict, ReadonlyValue } from '../../python/value.ts'
import type { Tool } from '../../tool.ts'
import { setItem } from '../change.ts'
import { editRecord, findRecord } from '../records.ts'
import { fillIn, type Price, priceFlights, selectFlight } from './flights.ts'
import { payUpdate, refuseUpdatePayment, sumOf } from './payments.ts'

/**
 * Replaces all flights and charges or refunds the difference. A flight that stays keeps its old price if the cabin
 * stays too. As officially, the new cabin is charged but never written, and no route is checked.
 */
export const updateReservationFlights: Tool = {
  name: 'update_reservation_flights',
  className: 'UpdateReservationFlights',
  parameters: ['reservation_id', 'cabin', 'flights', 'payment_id'],
  run(database, kwargs) {
    const reservations = database.table('reservations')
    const id = getItem(kwargs, 'reservation_id')
    const reservation = findRecord(reservations, id)
    if (reservation === undefined) return 'Error: reservation not found'
    const flights = copyValue(getItem(kwargs, 'flights'))
    const price = priceOfChange(database, reservation, flights, getItem(kwargs, 'cabin'))
    if (!price.ok) return price.refusal
    const paymentId = getItem(kwargs, 'payment_id')
    const refusal = refuseUpdatePayment(database, reservation, paymentId, price.value)
    if (refusal !== undefined) return refusal
    const updated = editRecord(reservations, id)
    setItem(updated, 'flights', flights)
    payUpdate(database, updated, paymentId, price.value)
    return dumps(updated)
  },
}

/** Prices the new flights in place, and takes off what the old ones cost. */
function priceOfChange(
  database: Database,
  reservation: ReadonlyDict,
  flights: PythonValue,
  cabin: ReadonlyValue,
): Price {
  const passengers = getItem(reservation, 'passengers')
  const price = priceFlights(flights, passengers, (flight) => {
    if (keepFlight(reservation, flight, cabin)) return undefined
    return selectFlight(database, flight, cabin, passengers)
  })
  if (!price.ok) return price
  const old = multiply(sumOf(getItem(reservation, 'flights'), 'price'), length(passengers))
  return { ok: true, value: subtract(price.value, old, '-=') }
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
