import type { EpisodeDatabase } from '../../data/open-database.ts'
import { compare, getItem, type PythonDict, type PythonValue, type ReadonlyDict } from '../../python/index.ts'
import { f } from '../python/text.ts'
import { dictOf, edit, field, member, raise, read } from './shop-tool.ts'

export function userOf(database: EpisodeDatabase, id: PythonValue): PythonDict {
  return edit(database, 'users', id, f`User ${id} not found`)
}

export function reservationOf(database: EpisodeDatabase, id: PythonValue): PythonDict {
  return edit(database, 'reservations', id, f`Reservation ${id} not found`)
}

/** A flight, and its state on a date. */
export function flightOn(
  database: EpisodeDatabase,
  number: PythonValue,
  date: PythonValue,
): { readonly flight: ReadonlyDict; readonly day: PythonDict } {
  const flight = read(database, 'flights', number, f`Flight ${number} not found`)
  const found = member(flight.get('dates') as ReadonlyDict, date)
  return { flight, day: (found ?? raise(f`Flight ${number} not found on date ${date}`)) as PythonDict }
}

/** A flight that can be booked for so many, as reservations hold it. */
export function bookable(
  database: EpisodeDatabase,
  info: PythonValue,
  cabin: PythonValue,
  count: bigint,
): PythonDict {
  const [number, date] = [field(info, 'flight_number'), field(info, 'date')]
  const { flight, day } = flightOn(database, number, date)
  if (day.get('status') !== 'available') raise(f`Flight ${number} not available on date ${date}`)
  const seats = getItem(day.get('available_seats') ?? null, cabin)
  if (compare(seats, '<', count)) raise(f`Not enough seats on flight ${number}`)
  const [origin, destination] = [flight.get('origin'), flight.get('destination')] as PythonValue[]
  const price = getItem(day.get('prices') ?? null, cabin)
  return dictOf({
    flight_number: number,
    origin: origin ?? null,
    destination: destination ?? null,
    date,
    price,
  })
}
