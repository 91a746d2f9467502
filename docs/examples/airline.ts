// The airline of the booking agents, and a scripted model in the place of a real one.
import type { Model } from '@skill-state/protocol'
import { z } from 'zod'
import { Desk } from './booking/desk.ts'

export const Booking = z.object({ flight: z.string().max(10), price: z.number() })

export interface Airline {
  search(city: string): Promise<z.output<typeof Booking>[]>
  book(flight: string, key: string): Promise<string>
  cancel(booking: string, key: string): Promise<string>
}

const desk = new Desk()
export const airline: Airline = desk

/** Understands messages such as "A flight to Rome for Ada, please." and "Book flight ROM7 for 620 euros." */
export const model: Model = desk.model()
