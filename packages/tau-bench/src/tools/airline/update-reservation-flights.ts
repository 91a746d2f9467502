import { add, multiply, subtract } from '../../python/arithmetic.ts'
import { getItem, iterate, length } from '../../python/containers.ts'
import { copyValue } from '../../python/copy.ts'
import { dumps } from '../../python/dumps.ts'
import { equals } from '../../python/equals.ts'
import type { PythonValue, ReadonlyDict, ReadonlyValue } from '../../python/value.ts'
import type { Tool } from '../../tool.ts'
import { setItem } from './_change.ts'
import { payUpdate, refuseUpdatePayment } from './_pay-update.ts'
import { editRecord, findRecord } from './_records.ts'
import { fillIn, selectFlight } from './_select-flight.ts'
import { sumOf } from './_sum-of.ts'

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
    const cabin = getItem(kwargs, 'cabin')
    const paymentId = getItem(kwargs, 'payment_id')
    const passengers = getItem(reservation, 'passengers')
    const flights = copyValue(getItem(kwargs, 'flights'))
    let price: PythonValue = 0n
    for (const flight of iterate(flights)) {
      const kept = findKept(reservation, flight, cabin)
      if (kept === undefined) {
        const refusal = selectFlight(database, flight, cabin, passengers)
        if (refusal !== undefined) return refusal
      } else {
        fillIn(flight, getItem(kept, 'price'), kept)
      }
      price = add(price, multiply(getItem(flight, 'price'), length(passengers)), '+=')
    }
    price = subtract(
      price,
      multiply(sumOf(getItem(reservation, 'flights'), 'price'), length(passengers)),
      '-=',
    )
    const refusal = refuseUpdatePayment(database, reservation, paymentId, price)
    if (refusal !== undefined) return refusal
    const updated = editRecord(reservations, id)
    setItem(updated, 'flights', flights)
    payUpdate(database, updated, paymentId, price)
    return dumps(updated)
  },
}

/** The reservation's own flight of the same number, date and cabin. */
function findKept(
  reservation: ReadonlyDict,
  flight: ReadonlyValue,
  cabin: ReadonlyValue,
): ReadonlyValue | undefined {
  return iterate(getItem(reservation, 'flights')).find(
    (own) =>
      equals(getItem(own, 'flight_number'), getItem(flight, 'flight_number')) &&
      equals(getItem(own, 'date'), getItem(flight, 'date')) &&
      equals(cabin, getItem(reservation, 'cabin')),
  )
}
