import type { Tool } from '../../tool.ts'
import { calculate } from '../calculate/calculate.ts'
import { getReservationDetails, getUserDetails } from '../get-details.ts'
import { think } from '../think.ts'
import { transferToHumanAgents } from '../transfer-to-human-agents.ts'
import { bookReservation } from './book-reservation.ts'
import { cancelReservation } from './cancel-reservation.ts'
import { listAllAirports } from './list-all-airports.ts'
import { searchDirectFlight } from './search-direct-flight.ts'
import { searchOnestopFlight } from './search-onestop-flight.ts'
import { sendCertificate } from './send-certificate.ts'
import { updateReservationBaggages } from './update-reservation-baggages.ts'
import { updateReservationFlights } from './update-reservation-flights.ts'
import { updateReservationPassengers } from './update-reservation-passengers.ts'

/** All tools of the airline domain, in the official order. */
export const airlineTools: readonly Tool[] = [
  bookReservation,
  calculate,
  cancelReservation,
  getReservationDetails,
  getUserDetails,
  listAllAirports,
  searchDirectFlight,
  searchOnestopFlight,
  sendCertificate,
  think,
  transferToHumanAgents,
  updateReservationBaggages,
  updateReservationFlights,
  updateReservationPassengers,
]
