import { getItem, length } from '../../python/containers.ts'
import { dumps } from '../../python/dumps.ts'
import type { Tool } from '../../tool.ts'
import { setItem } from '../change.ts'
import { editRecord, findRecord } from '../records.ts'

/** Replaces the passengers by as many others. What they are is not checked, only that they can be counted. */
export const updateReservationPassengers: Tool = {
  name: 'update_reservation_passengers',
  className: 'UpdateReservationPassengers',
  parameters: ['reservation_id', 'passengers'],
  run(database, kwargs) {
    const reservations = database.table('reservations')
    const id = getItem(kwargs, 'reservation_id')
    const reservation = findRecord(reservations, id)
    if (reservation === undefined) return 'Error: reservation not found'
    const passengers = getItem(kwargs, 'passengers')
    if (length(passengers) !== length(getItem(reservation, 'passengers'))) {
      return 'Error: number of passengers does not match'
    }
    const updated = editRecord(reservations, id)
    setItem(updated, 'passengers', passengers)
    return dumps(updated)
  },
}
