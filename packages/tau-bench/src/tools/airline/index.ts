import type { Tool } from '../../tool.ts'
import { calculate } from '../calculate/calculate.ts'
import { getReservationDetails, getUserDetails, think, transferToHumanAgents } from '../common.ts'
import { bookReservation } from './book-reservation.ts'
import { listAllAirports } from './list-all-airports.ts'
import { sendCertificate } from './payments.ts'
import { cancelReservation, updateReservationBaggages, updateReservationPassengers } from './reservations.ts'
import { searchDirectFlight, searchOnestopFlight } from './search-flights.ts'
import { updateReservationFlights } from './update-reservation-flights.ts'

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
