// The booking agent and its conversation in the AI SDK alone: three tools, approval, streaming.
import { type LanguageModel, type ModelMessage, ToolLoopAgent, tool } from 'ai'
import { z } from 'zod'
import { type Airline, Booking } from './airline.ts'
import type { Person } from './chat-with-approval.ts'

export async function chatInAiSdk(model: LanguageModel, airline: Airline, person: Person): Promise<void> {
  const agent = new ToolLoopAgent({
    model,
    instructions: 'You book flights.',
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
  })
  const messages: ModelMessage[] = []
  for (let text = await person.ask('> '); text !== undefined; text = await person.ask('> ')) {
    messages.push({ role: 'user', content: text })
    for (let waits = true; waits; ) {
      const turn = await agent.stream({ messages })
      for await (const part of turn.fullStream) if (part.type === 'text-delta') person.show(part.text)
      messages.push(...(await turn.responseMessages))
      const requests = (await turn.content).filter((part) => part.type === 'tool-approval-request')
      for (const { approvalId, toolCall } of requests) {
        const reason = await person.ask(`${toolCall.toolName}: approve? `)
        const approved = reason === 'y'
        const answer = { type: 'tool-approval-response', approvalId, approved, reason } as const
        messages.push({ role: 'tool', content: [answer] })
      }
      waits = requests.length > 0
    }
  }
}
