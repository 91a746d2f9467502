import { type Agent, agent } from '@skill-state/agent'
import type { Model } from '@skill-state/protocol'
import { z } from 'zod'
import { type Airline, Booking } from './airline.ts'

export const Trip = z.object({
  traveller: z.string().max(40).default(''),
  city: z.string().max(40).default(''),
  bookings: z.record(z.string().max(10), Booking).default({}).meta({ maxProperties: 20 }),
})

export const bookingAgent = (model: Model, airline: Airline): Agent<z.output<typeof Trip>> =>
  agent({
    model,
    instructions: 'You book flights. Write the traveller, the city and each booking into the state.',
    state: Trip,
    tools: {
      search: {
        description: 'Lists the flights to a city with their prices in euros.',
        input: z.object({ city: z.string() }),
        execute: async ({ city }) => await airline.search(city),
      },
      book: {
        description: 'Books a flight. The answer is the number of the booking.',
        input: Booking,
        approve: ({ input }) => input.price > 500 && `it costs ${input.price} euros`,
        execute: async ({ flight }, { key }) => await airline.book(flight, key),
      },
      cancel: {
        description: 'Cancels a booking by its number.',
        input: z.object({ booking: z.string() }),
        execute: async ({ booking }, { key }) => await airline.cancel(booking, key),
      },
    },
  })
