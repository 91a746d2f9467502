// The booking agent with the OpenAI Agents SDK. The marked lines give it a state.
import { Agent, type Model, type Session, type Tool, tool } from '@openai/agents'
import { stateModel, stateSession, tellFailure } from '@skill-state/openai-agents'
import { z } from 'zod'
import { type Airline, Booking, Trip } from './booking-agent.ts'

export function bookingInAgents(model: Model, airline: Airline): Agent {
  return new Agent({
    name: 'booking',
    instructions: 'You book flights. Write the traveller, the city and each booking into the state.',
    model: stateModel(model, { state: Trip }), // [!code ++]
    tools: toolsOf(airline),
  })
}

/** The session to run it with. */
export function named(session: Session): Session {
  return stateSession(session) // [!code ++]
}

export function toolsOf(airline: Airline): Tool[] {
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
  ]
}
