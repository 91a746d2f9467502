import type { Database } from '../../data/open-database.ts'
import { add, multiply, subtract } from '../../python/arithmetic.ts'
import { compare, equals } from '../../python/compare.ts'
import { contains, copyValue, dictOf, iterate, length } from '../../python/containers.ts'
import { f } from '../../python/text/format.ts'
import type { PythonDict, PythonList, PythonValue, ReadonlyDict, ReadonlyValue } from '../../python/value.ts'
import { airports, nextDay } from '../../tools/airline/flights.ts'
import { certificateIds } from '../../tools/airline/payments.ts'
import { book, bookable, flightOn, reservationOf, userOf } from './airline-flights.ts'
import { certificate, flightInfo, passenger, paymentModel } from './airline-models.ts'
import { make } from './model.ts'
import { field, instances, member, raise, type ShopTool, shopTool } from './shop-tool.ts'

const cancel = shopTool('cancel_reservation', 'reservation_id', (database, { reservation_id }) => {
  const reservation = reservationOf(database, reservation_id)
  const history = reservation.get('payment_history') as PythonDict[]
  const refunds = history.map((payment) => {
    const [payment_id = null, amount = null] = [payment.get('payment_id'), payment.get('amount')]
    return dictOf({ payment_id, amount: subtract(0n, amount) })
  })
  history.push(...refunds)
  reservation.set('status', 'cancelled')
  return reservation
})

/** Flights that can be booked on a day, as searches list them. */
function search(
  database: Database,
  date: PythonValue,
  fits: (flight: ReadonlyDict) => boolean,
): PythonDict[] {
  return Array.from(database.table('flights').entries()).flatMap(([, flight]) => {
    const day = fits(flight) ? member(flight.get('dates') as ReadonlyDict, date) : undefined
    if (!(day instanceof Map) || day.get('status') !== 'available') return []
    const copied = ['flight_number', 'origin', 'destination', 'status']
    const times = ['scheduled_departure_time_est', 'scheduled_arrival_time_est']
    const of = (from: ReadonlyDict, names: readonly string[]) =>
      names.map((name) => [name, from.get(name) as PythonValue] as const)
    const shown = of(new Map([...flight, ['status', 'available']]), [...copied, ...times])
    return [new Map([...shown, ['date', null], ...of(day, ['available_seats', 'prices'])])]
  })
}

const direct = shopTool(
  'search_direct_flight',
  'origin destination date',
  (database, { origin, destination, date }) =>
    search(
      database,
      date,
      (flight) => is(flight, 'origin', origin) && is(flight, 'destination', destination),
    ),
)

/** None fits every flight. */
function is(flight: ReadonlyDict, name: string, wanted: PythonValue): boolean {
  return wanted === null || equals(flight.get(name) ?? null, wanted)
}

const oneStop = shopTool(
  'search_onestop_flight',
  'origin destination date',
  (database, { origin, destination, date }) =>
    search(database, date, (flight) => is(flight, 'origin', origin)).flatMap((first) => {
      first.set('date', date)
      const arrival = first.get('scheduled_arrival_time_est') ?? null
      const next = contains(arrival, '+1') ? nextDay(date) : date
      const second = search(
        database,
        next,
        (flight) =>
          is(flight, 'origin', first.get('destination') ?? null) &&
          is(flight, 'destination', destination) &&
          compare(flight.get('scheduled_departure_time_est') ?? null, '>=', arrival),
      )
      return second.map((flight) => [first, flight.set('date', next)])
    }),
)

const sendCertificate = shopTool('send_certificate', 'user_id amount', (database, { user_id, amount }) => {
  const methods = userOf(database, user_id).get('payment_methods') as PythonDict
  const id = certificateIds.find((free) => !methods.has(free)) ?? raise('Too many certificates')
  methods.set(id, make(certificate, dictOf({ id, amount, source: 'certificate' })))
  return f`Certificate ${id} added to user ${user_id} with amount ${amount}.`
})

/** Takes the price of a change from a gift card, and puts it on record. */
function payUpdate(reservation: PythonDict, user: PythonDict, id: PythonValue, price: PythonValue): void {
  const method = member(user.get('payment_methods') as PythonDict, id) ?? raise('Payment method not found')
  const source = (method as PythonDict).get('source')
  const amount = (method as PythonDict).get('amount') ?? null
  if (source === 'certificate') raise('Certificate cannot be used to update reservation')
  if (source === 'gift_card') {
    if (compare(amount, '<', price)) raise('Gift card balance is not enough')
    ;(method as PythonDict).set('amount', subtract(amount, price))
  }
  if (equals(price, 0n)) return
  const payment = make(paymentModel, dictOf({ payment_id: id, amount: price }))
  ;(reservation.get('payment_history') as PythonList).push(payment)
}

const updateBaggages = shopTool(
  'update_reservation_baggages',
  'reservation_id total_baggages nonfree_baggages payment_id',
  (database, { reservation_id, total_baggages, nonfree_baggages, payment_id }) => {
    const reservation = reservationOf(database, reservation_id)
    const user = userOf(database, reservation.get('user_id') ?? null)
    const more = subtract(nonfree_baggages, reservation.get('nonfree_baggages') ?? null)
    payUpdate(reservation, user, payment_id, multiply(50n, more > 0 ? more : 0n))
    reservation.set('total_baggages', total_baggages)
    reservation.set('nonfree_baggages', nonfree_baggages)
    return reservation
  },
)

const updateFlights = shopTool(
  'update_reservation_flights',
  'reservation_id cabin flights payment_id',
  (database, { reservation_id, cabin, flights: given, payment_id }) => {
    const flights = instances(given, flightInfo)
    const reservation = reservationOf(database, reservation_id)
    const user = userOf(database, reservation.get('user_id') ?? null)
    const before = reservation.get('flights') as PythonDict[]
    const count = length(reservation.get('passengers') ?? null)
    const after = iterate(flights).map((info) => {
      const kept = before.find(
        (flight) =>
          equals(flight.get('flight_number') ?? null, field(info, 'flight_number')) &&
          equals(flight.get('date') ?? null, field(info, 'date')) &&
          equals(cabin, reservation.get('cabin') ?? null),
      )
      return kept ?? bookable(database, info, cabin, count)
    })
    const costOf = (list: readonly PythonDict[]): PythonValue =>
      multiply(
        list.reduce<PythonValue>((sum, flight) => add(sum, flight.get('price') ?? null), 0n),
        count,
      )
    payUpdate(reservation, user, payment_id, subtract(costOf(after), costOf(before)))
    reservation.set('flights', after)
    reservation.set('cabin', cabin)
    return reservation
  },
)

const updatePassengers = shopTool(
  'update_reservation_passengers',
  'reservation_id passengers',
  (database, { reservation_id, passengers: given }) => {
    const passengers = instances(given, passenger)
    const reservation = reservationOf(database, reservation_id)
    if (length(passengers) !== length(reservation.get('passengers') ?? null))
      raise('Number of passengers does not match')
    reservation.set('passengers', copyValue(passengers))
    return reservation
  },
)

const flightStatus = shopTool(
  'get_flight_status',
  'flight_number date',
  (database, args): ReadonlyValue =>
    flightOn(database, args.flight_number, args.date).day.get('status') ?? null,
)

export const airlineTools: readonly ShopTool[] = [
  book,
  cancel,
  direct,
  oneStop,
  sendCertificate,
  updateBaggages,
  updateFlights,
  updatePassengers,
  flightStatus,
  shopTool('get_reservation_details', 'reservation_id', (database, { reservation_id }) =>
    reservationOf(database, reservation_id),
  ),
  shopTool('get_user_details', 'user_id', (database, { user_id }) => userOf(database, user_id)),
  shopTool('list_all_airports', '', () => Array.from(airports, ([iata, city]) => dictOf({ iata, city }))),
]
