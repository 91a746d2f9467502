// The booking agent as an agent of the AI SDK. The marked lines are the whole change.
import { type SessionOptions, type Skill, stateAgent } from '@skill-state/ai-sdk' // [!code ++]
import { type LanguageModel, ToolLoopAgent, type ToolLoopAgentSettings, type ToolSet, tool } from 'ai'
import { z } from 'zod'
import { type Airline, Booking } from './airline.ts'
import { Trip } from './booking-agent.ts' // [!code ++]

type Settings = Pick<
  ToolLoopAgentSettings<never, ToolSet>,
  'model' | 'instructions' | 'toolApproval' | 'tools'
>

// biome-ignore format: one line is one change
export const bookingBefore = (model: LanguageModel, airline: Airline): ToolLoopAgent<never, ToolSet> => // [!code --]
  new ToolLoopAgent(settings(model, airline)) // [!code --]

// biome-ignore format: one line is one change
export const bookingInAiSdk = (model: LanguageModel, airline: Airline, skill: Skill = { state: Trip }): ToolLoopAgent<SessionOptions, ToolSet> => // [!code ++]
  stateAgent({ ...settings(model, airline), skill }) // [!code ++]

function settings(model: LanguageModel, airline: Airline): Settings {
  return {
    model,
    instructions: 'You book flights. Write the traveller, the city and each booking into the state.',
    toolApproval: { book: ({ price }) => (price > 500 ? 'user-approval' : undefined) },
    tools: {
      search: tool({
        description: 'Lists the flights to a city with their prices in euros.',
        inputSchema: z.object({ city: z.string() }),
        execute: async ({ city }) => await airline.search(city),
      }),
      book: tool({
        description: 'Books a flight. The answer is the number of the booking.',
        inputSchema: Booking,
        execute: async ({ flight }, { toolCallId }) => await airline.book(flight, toolCallId),
      }),
      cancel: tool({
        description: 'Cancels a booking by its number.',
        inputSchema: z.object({ booking: z.string() }),
        execute: async ({ booking }, { toolCallId }) => await airline.cancel(booking, toolCallId),
      }),
    },
  }
}
