// The booking agent as a LangChain agent. One line gives it a state.
import { type StructuredToolInterface, tool } from '@langchain/core/tools'
import { MemorySaver } from '@langchain/langgraph'
import { stateMiddleware } from '@skill-state/langchain' // [!code ++]
import { type AgentMiddleware, createAgent, humanInTheLoopMiddleware } from 'langchain'
import { z } from 'zod'
import { type Airline, Booking } from './airline.ts'
import { Trip } from './booking-agent.ts' // [!code ++]

type Options = Parameters<typeof createAgent>[0]

export function bookingInLangchain(
  model: Options['model'],
  airline: Airline,
  last: readonly AgentMiddleware[] = [stateMiddleware({ state: Trip })], // [!code ++]
): ReturnType<typeof createAgent> {
  const approval = humanInTheLoopMiddleware({
    interruptOn: {
      book: { allowedDecisions: ['approve', 'reject'], when: ({ toolCall }) => toolCall.args.price > 500 },
    },
  })
  return createAgent({
    model,
    tools: toolsOf(airline),
    systemPrompt: 'You book flights. Write the traveller, the city and each booking into the state.',
    middleware: [approval, ...last],
    checkpointer: new MemorySaver(),
  })
}

function toolsOf(airline: Airline): StructuredToolInterface[] {
  return [
    tool(async ({ city }) => JSON.stringify(await airline.search(city)), {
      name: 'search',
      description: 'Lists the flights to a city with their prices in euros.',
      schema: z.object({ city: z.string() }),
    }),
    tool(async ({ flight }, { toolCall }) => await airline.book(flight, toolCall?.id ?? ''), {
      name: 'book',
      description: 'Books a flight. The answer is the number of the booking.',
      schema: Booking,
    }),
    tool(async ({ booking }, { toolCall }) => await airline.cancel(booking, toolCall?.id ?? ''), {
      name: 'cancel',
      description: 'Cancels a booking by its number.',
      schema: z.object({ booking: z.string() }),
    }),
  ]
}
