import type { Database } from '../../data/open-database.ts'
import { add, multiply } from '../../python/arithmetic.ts'
import { compare, equals } from '../../python/compare.ts'
import { contains, getItem, iterate, length } from '../../python/containers.ts'
import { toInt } from '../../python/numbers.ts'
import { dumps } from '../../python/text/dumps.ts'
import { str } from '../../python/text/repr.ts'
import type { PythonValue, ReadonlyDict, ReadonlyValue } from '../../python/value.ts'
import { isDict, isList, PythonError, typeName } from '../../python/value.ts'
import { refuse, type Tool, tool } from '../../tool.ts'
import { findRecord, setItem } from '../records.ts'

/** City by IATA code, in the order of the official answer. */
export const airports: ReadonlyMap<string, string> = new Map(
  'SFO San Francisco|JFK New York|LAX Los Angeles|ORD Chicago|DFW Dallas|DEN Denver|SEA Seattle|ATL Atlanta|MIA Miami|BOS Boston|PHX Phoenix|IAH Houston|LAS Las Vegas|MCO Orlando|EWR Newark|CLT Charlotte|MSP Minneapolis|DTW Detroit|PHL Philadelphia|LGA LaGuardia'
    .split('|')
    .map((line) => [line.slice(0, 3), line.slice(4)]),
)

export const listAllAirports: Tool = tool('list_all_airports', '', () => dumps(airports))

const flightsOf = (database: Database): ReadonlyDict[] =>
  Array.from(database.table('flights').entries(), ([, flight]) => flight)

/** The available flights of a route on a date, in the order of the file. */
export const searchDirectFlight: Tool = tool(
  'search_direct_flight',
  'origin destination date',
  (database, { origin, destination, date }) => {
    const fits = (flight: ReadonlyDict): boolean =>
      equals(getItem(flight, 'origin'), origin) &&
      equals(getItem(flight, 'destination'), destination) &&
      isAvailable(flight, date)
    return dumps(
      flightsOf(database)
        .filter(fits)
        .map((flight) => showFlight(flight, date)),
    )
  },
)

/** The pairs that connect two airports. As officially, times are compared as text, and the second leg shows the first's date. */
export const searchOnestopFlight: Tool = tool(
  'search_onestop_flight',
  'origin destination date',
  (database, { origin, destination, date }) => {
    const flights = flightsOf(database)
    const lasts = flights.filter((flight) => equals(getItem(flight, 'destination'), destination))
    const trips = flights
      .filter((first) => equals(getItem(first, 'origin'), origin))
      .flatMap((first) =>
        lasts
          .filter((second) => equals(getItem(first, 'destination'), getItem(second, 'origin')))
          .flatMap((second) => showTrip(first, second, date)),
      )
    return dumps(trips)
  },
)

/** Both legs as the search shows them, or nothing if they cannot be flown from this date on. */
function showTrip(first: ReadonlyDict, second: ReadonlyDict, date: ReadonlyValue): ReadonlyValue[][] {
  const arrival = getItem(first, 'scheduled_arrival_time_est')
  const secondDate = contains(arrival, '+1') ? nextDay(date) : date
  if (compare(arrival, '>', getItem(second, 'scheduled_departure_time_est'))) return []
  if (!isAvailable(first, date) || !isAvailable(second, secondDate)) return []
  return [[showFlight(first, date).set('date', date), showFlight(second, date).set('date', secondDate)]]
}

/** Whether a flight leaves on the date and still sells seats. Raises if the date is a list or dict. */
function isAvailable(flight: ReadonlyDict, date: ReadonlyValue): boolean {
  return isScheduled(flight, date) && equals(getItem(flight, 'dates', date, 'status'), 'available')
}

/** Whether the database has the flight on that date, in whatever status. */
function isScheduled(flight: ReadonlyDict, date: ReadonlyValue): boolean {
  return contains(getItem(flight, 'dates'), date)
}

/** A flight as the searches show it: its own fields without the dates, then those of one date. */
function showFlight(flight: ReadonlyDict, date: ReadonlyValue): Map<string, ReadonlyValue> {
  const shown = new Map(flight)
  shown.delete('dates')
  const day = getItem(flight, 'dates', date)
  if (isDict(day)) for (const [field, value] of day) shown.set(field, value)
  return shown
}

/** The official next day: the last two characters plus one, in May 2024, without a leading zero. Raises as slice and `int` do. */
export function nextDay(date: ReadonlyValue): string {
  return `2024-05-${toInt(lastTwo(date)) + 1n}`
}

function lastTwo(date: ReadonlyValue): string {
  // Four units hold the last two characters even if both are surrogate pairs.
  if (typeof date === 'string') return Array.from(date.slice(-4)).slice(-2).join('')
  throw new PythonError('TypeError', refusal(date))
}

/** A list has a slice, which is not a number; a dict takes the slice for a key; nothing else can be sliced. */
function refusal(date: ReadonlyValue): string {
  if (isList(date)) return "int() argument must be a string, a bytes-like object or a real number, not 'list'"
  return isDict(date) ? "unhashable type: 'slice'" : `'${typeName(date)}' object is not subscriptable`
}

/** Writes price, origin and destination from the database into a wanted flight, or refuses it. No seats are taken. */
export function selectFlight(
  database: Database,
  wanted: PythonValue,
  cabin: ReadonlyValue,
  passengers: ReadonlyValue,
): void {
  const number = getItem(wanted, 'flight_number')
  const name = `flight ${str(number)}`
  const flight = findRecord(database.table('flights'), number) ?? refuse(`${name} not found`)
  const date = getItem(wanted, 'date')
  if (!isScheduled(flight, date)) refuse(`${name} not found on date ${str(date)}`)
  const day = getItem(flight, 'dates', date)
  if (!equals(getItem(day, 'status'), 'available')) refuse(`${name} not available on date ${str(date)}`)
  const seats = getItem(day, 'available_seats', cabin)
  if (compare(seats, '<', length(passengers))) refuse(`not enough seats on ${name}`)
  fillIn(wanted, getItem(day, 'prices', cabin), flight)
}

/** Writes price and route into a wanted flight, new keys after the model's own. */
export function fillIn(wanted: PythonValue, price: ReadonlyValue, source: ReadonlyValue): void {
  setItem(wanted, 'price', price as PythonValue)
  setItem(wanted, 'origin', getItem(source, 'origin') as PythonValue)
  setItem(wanted, 'destination', getItem(source, 'destination') as PythonValue)
}

/** What all wanted flights cost, in US dollars. Passengers that cannot be counted raise at the first flight, and only there. */
export function priceFlights(
  wanted: PythonValue,
  passengers: ReadonlyValue,
  select: (flight: PythonValue) => void,
): PythonValue {
  return iterate(wanted).reduce<PythonValue>((total, flight) => {
    select(flight)
    return add(total, multiply(getItem(flight, 'price'), length(passengers)), '+=')
  }, 0n)
}
