import type { JsonObject } from '@skill-state/protocol'
import { fact, mapOf, record } from './schema.ts'

const reservation: JsonObject = record(
  {
    route: fact,
    trip: fact,
    cabin: fact,
    created: fact,
    insurance: fact,
    bags: fact,
    flights: mapOf(fact, 'flight number and date → status and price paid'),
    passengers: mapOf(fact, 'name → date of birth'),
    payment: fact,
    note: fact,
  },
  [],
)

/** What an airline state holds beside the common fields. */
export const airlineProperties: JsonObject = {
  reservations: mapOf(reservation, 'reservation id → what matters of it'),
  flights: mapOf(fact, 'flight number and date of an option → times, seats, prices'),
}

export const airlineInitialState: JsonObject = { reservations: {}, flights: {} }
