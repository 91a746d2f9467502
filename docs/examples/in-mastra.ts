// The booking agent in Mastra. The marked line gives it a state. Call it with `memory: { thread, resource }`.
import { Agent } from '@mastra/core/agent'
import { createTool } from '@mastra/core/tools'
import { stateProcessor } from '@skill-state/mastra' // [!code ++]
import { z } from 'zod'
import { type Airline, Booking } from './airline.ts'
import { Trip } from './booking-agent.ts' // [!code ++]

type Options = ConstructorParameters<typeof Agent>[0]

export function bookingInMastra(
  model: Options['model'],
  airline: Airline,
  inputProcessors: Options['inputProcessors'] = [stateProcessor({ skill: { state: Trip } })], // [!code ++]
): Agent {
  return new Agent({
    id: 'booking',
    name: 'booking',
    instructions: 'You book flights. Write the traveller, the city and each booking into the state.',
    model,
    inputProcessors,
    tools: {
      search: createTool({
        id: 'search',
        description: 'Lists the flights to a city with their prices in euros.',
        inputSchema: z.object({ city: z.string() }),
        execute: async ({ city }) => await airline.search(city),
      }),
      book: createTool({
        id: 'book',
        description: 'Books a flight. The answer is the number of the booking.',
        inputSchema: Booking,
        requireApproval: async ({ price }) => price > 500,
        execute: async ({ flight }, context) => await airline.book(flight, context?.agent?.toolCallId ?? ''),
      }),
      cancel: createTool({
        id: 'cancel',
        description: 'Cancels a booking by its number.',
        inputSchema: z.object({ booking: z.string() }),
        execute: async ({ booking }, context) =>
          await airline.cancel(booking, context?.agent?.toolCallId ?? ''),
      }),
    },
  })
}
