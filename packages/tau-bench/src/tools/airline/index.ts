import type { Tool } from '../../tool.ts'
import { calculate } from '../calculate/calculate.ts'
import { getReservationDetails, getUserDetails, think, transferToHumanAgents } from '../common.ts'
import { listAllAirports, searchDirectFlight, searchOnestopFlight } from './flights.ts'
import { sendCertificate } from './payments.ts'
import * as reservations from './reservations.ts'

export const airlineTools: readonly Tool[] = [
  reservations.bookReservation,
  calculate,
  reservations.cancelReservation,
  getReservationDetails,
  getUserDetails,
  listAllAirports,
  searchDirectFlight,
  searchOnestopFlight,
  sendCertificate,
  think,
  transferToHumanAgents,
  reservations.updateReservationBaggages,
  reservations.updateReservationFlights,
  reservations.updateReservationPassengers,
]
