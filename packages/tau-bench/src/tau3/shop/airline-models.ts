import { anyOf, list, type Model, mapOf, model, oneOf, optional, text } from './model.ts'
import { float, int } from './pydantic-numbers.ts'

const person = { first_name: text, last_name: text }
const flight = { flight_number: text, origin: text, destination: text }
const payment = { payment_id: text, amount: int }
const times = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [`${name}_time_est`, text]))
const status = (name: string, fields: Readonly<Record<string, typeof text>>): Model =>
  model('FlightDateStatus', { status: oneOf(name), ...fields })

export const passenger: Model = model('Passenger', { ...person, dob: text })
export const paymentModel: Model = model('Payment', payment)
export const flightInfo: Model = model('FlightInfo', { flight_number: text, date: text })
export const certificate: Model = model('Certificate', {
  source: oneOf('certificate'),
  id: text,
  amount: float,
})

export const reservationModel: Model = model('Reservation', {
  reservation_id: text,
  user_id: text,
  origin: text,
  destination: text,
  flight_type: oneOf('round_trip', 'one_way'),
  cabin: oneOf('business', 'economy', 'basic_economy'),
  flights: list(model('ReservationFlight', { ...flight, date: text, price: int })),
  passengers: list(passenger),
  payment_history: list(paymentModel),
  created_at: text,
  total_baggages: int,
  nonfree_baggages: int,
  insurance: oneOf('yes', 'no'),
  status: optional(oneOf('cancelled')),
})

export const airlineTables: Readonly<Record<string, Model>> = {
  flights: model('Flight', {
    ...flight,
    ...times('scheduled_departure', 'scheduled_arrival'),
    dates: mapOf(
      anyOf(
        status('available', { available_seats: mapOf(int), prices: mapOf(int) }),
        status('landed', times('actual_departure', 'actual_arrival')),
        status('cancelled', {}),
        status('delayed', times('estimated_departure', 'estimated_arrival')),
        status('flying', times('actual_departure', 'estimated_arrival')),
        status('on time', times('estimated_departure', 'estimated_arrival')),
      ),
    ),
  }),
  users: model('User', {
    user_id: text,
    name: model('Name', person),
    address: model('Address', {
      address1: text,
      address2: optional(text),
      city: text,
      country: text,
      state: text,
      zip: text,
    }),
    email: text,
    dob: text,
    payment_methods: mapOf(
      anyOf(
        model('CreditCard', { source: oneOf('credit_card'), id: text, brand: text, last_four: text }),
        model('GiftCard', { source: oneOf('gift_card'), id: text, amount: float }),
        certificate,
      ),
    ),
    saved_passengers: list(passenger),
    membership: oneOf('gold', 'silver', 'regular'),
    reservations: list(text),
  }),
  reservations: reservationModel,
}
