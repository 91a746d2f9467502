import { getItem } from '../../python/containers.ts'
import { dumps } from '../../python/dumps.ts'
import type { Tool } from '../../tool.ts'
import { findRecord } from '../_records.ts'

/** The whole reservation as JSON. Of an unknown one the official tool says that there is no such user. */
export const getReservationDetails: Tool = {
  name: 'get_reservation_details',
  className: 'GetReservationDetails',
  parameters: ['reservation_id'],
  run(database, kwargs) {
    const reservation = findRecord(database.table('reservations'), getItem(kwargs, 'reservation_id'))
    return reservation === undefined ? 'Error: user not found' : dumps(reservation)
  },
}
