// The booking agent with the OpenAI Agents SDK. The marked lines give it a state.
import { Agent, type Model, type Session, type Tool, tool } from '@openai/agents'
import { stateModel, stateSession, tellFailure } from '@skill-state/openai-agents' // [!code ++]
import { z } from 'zod'
import { type Airline, Booking } from './airline.ts'
import { Trip } from './booking-agent.ts' // [!code ++]

/** Give it `withState(model)` in place of a model. */
export const withState = (model: Model): Model => stateModel(model, { state: Trip }) // [!code ++]

/** Run it with `named(session)` in place of a session. */
export const named = (session: Session): Session => stateSession(session) // [!code ++]

export function bookingInAgents(model: Model, airline: Airline): Agent {
  return new Agent({
    name: 'booking',
    instructions: 'You book flights. Write the traveller, the city and each booking into the state.',
    model,
    tools: toolsOf(airline),
  })
}

function toolsOf(airline: Airline): Tool[] {
  return [
    tool({
      name: 'search',
      description: 'Lists the flights to a city with their prices in euros.',
      parameters: z.object({ city: z.string() }),
      errorFunction: tellFailure, // [!code ++]
      execute: async ({ city }) => JSON.stringify(await airline.search(city)),
    }),
    tool({
      name: 'book',
      description: 'Books a flight. The answer is the number of the booking.',
      parameters: Booking,
      needsApproval: async (_context, { price }) => price > 500,
      errorFunction: tellFailure, // [!code ++]
      execute: async ({ flight }, _context, details) =>
        await airline.book(flight, details?.toolCall?.callId ?? ''),
    }),
    tool({
      name: 'cancel',
      description: 'Cancels a booking by its number.',
      parameters: z.object({ booking: z.string() }),
      errorFunction: tellFailure, // [!code ++]
      execute: async ({ booking }, _context, details) =>
        await airline.cancel(booking, details?.toolCall?.callId ?? ''),
    }),
  ]
}
