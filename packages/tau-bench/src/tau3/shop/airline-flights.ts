import type { Database } from '../../data/open-database.ts'
import { add, multiply, subtract } from '../../python/arithmetic.ts'
import { compare, equals } from '../../python/compare.ts'
import { dictOf, getItem, iterate, length } from '../../python/containers.ts'
import { f } from '../../python/text/format.ts'
import type { PythonDict, PythonList, PythonValue, ReadonlyDict } from '../../python/value.ts'
import { newIds, newReservation } from '../../tools/airline/reservations.ts'
import { flightInfo, passenger, paymentModel, reservationModel } from './airline-models.ts'
import { make } from './model.ts'
import { edit, field, instances, member, raise, read, type ShopTool, shopTool } from './shop-tool.ts'

export function userOf(database: Database, id: PythonValue): PythonDict {
  return edit(database, 'users', id, f`User ${id} not found`)
}

export function reservationOf(database: Database, id: PythonValue): PythonDict {
  return edit(database, 'reservations', id, f`Reservation ${id} not found`)
}

export function flightOn(
  database: Database,
  number: PythonValue,
  date: PythonValue,
): { readonly flight: ReadonlyDict; readonly day: PythonDict } {
  const flight = read(database, 'flights', number, f`Flight ${number} not found`)
  const found = member(flight.get('dates') as ReadonlyDict, date)
  return { flight, day: (found ?? raise(f`Flight ${number} not found on date ${date}`)) as PythonDict }
}

/** A flight that can be booked for so many, as reservations hold it. */
export function bookable(
  database: Database,
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

export const book: ShopTool = shopTool(
  'book_reservation',
  'user_id origin destination flight_type cabin flights passengers payment_methods total_baggages nonfree_baggages insurance',
  (database, args) => {
    const { user_id, cabin } = args
    const flights = instances(args.flights, flightInfo)
    const passengers = instances(args.passengers, passenger)
    const payments = instances(args.payment_methods, paymentModel)
    const user = userOf(database, user_id)
    const id = newIds.find((free) => !database.table('reservations').get(free))
    if (id === undefined) raise('Too many reservations')
    const given = newReservation(id, { ...args, flights: [], passengers, payment_methods: payments })
    const reservation = make(reservationModel, given)
    const count = length(passengers)
    const booked = iterate(flights).map((info) => bookable(database, info, cabin, count))
    reservation.set('flights', booked)
    let total: PythonValue = booked.reduce<PythonValue>(
      (sum, flight) => add(sum, multiply(flight.get('price') ?? null, count)),
      0n,
    )
    if (args.insurance === 'yes') total = add(total, 30n * count)
    total = add(total, multiply(50n, args.nonfree_baggages), '+=')
    payBooking(user, iterate(payments), total)
    for (const flight of booked) {
      const day = flightToChange(database, flight)
      const seats = day.get('available_seats') as PythonDict
      seats.set(cabin as string, subtract(seats.get(cabin as string) ?? null, count))
    }
    database.table('reservations').set(id, reservation)
    ;(user.get('reservations') as PythonList).push(id)
    return reservation
  },
)

function flightToChange(database: Database, flight: PythonDict): PythonDict {
  const own = edit(database, 'flights', flight.get('flight_number') ?? null, 'Flight not found')
  return getItem(own.get('dates') ?? null, flight.get('date') ?? null) as PythonDict
}

/** Checks all payments before it takes any; a certificate is used up. */
function payBooking(user: PythonDict, payments: readonly PythonValue[], total: PythonValue): void {
  const methods = user.get('payment_methods') as PythonDict
  const given = payments.map((payment) => [field(payment, 'payment_id'), field(payment, 'amount')] as const)
  for (const [id, amount] of given) {
    const method = (member(methods, id) ?? raise(f`Payment method ${id} not found`)) as PythonDict
    const isLimited = method.get('source') !== 'credit_card'
    if (isLimited && compare(method.get('amount') ?? null, '<', amount))
      raise(f`Not enough balance in payment method ${id}`)
  }
  const paid = given.reduce<PythonValue>((sum, [, amount]) => add(sum, amount), 0n)
  if (!equals(paid, total))
    raise(f`Payment amount does not add up, total price is ${total}, but paid ${paid}`)
  for (const [id, amount] of given) {
    const method = getItem(methods, id) as PythonDict
    if (method.get('source') === 'gift_card')
      method.set('amount', subtract(method.get('amount') ?? null, amount))
    else if (method.get('source') === 'certificate') methods.delete(id as string)
  }
}
