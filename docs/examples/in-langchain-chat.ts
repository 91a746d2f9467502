// The booking agent and its conversation in LangChain alone: three tools, approval, streaming.
import { AIMessage, HumanMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { Command, INTERRUPT, isInterrupted, MemorySaver } from '@langchain/langgraph'
import { createAgent, type HITLRequest, humanInTheLoopMiddleware } from 'langchain'
import { z } from 'zod'
import { type Airline, Booking } from './airline.ts'
import type { Person } from './chat-with-approval.ts'

type Model = Parameters<typeof createAgent>[0]['model']

export async function chatInLangchain(model: Model, airline: Airline, person: Person): Promise<void> {
  const search = tool(async ({ city }) => JSON.stringify(await airline.search(city)), {
    name: 'search',
    description: 'Lists the flights to a city with their prices in euros.',
    schema: z.object({ city: z.string() }),
  })
  const book = tool(async ({ flight }, { toolCall }) => await airline.book(flight, toolCall?.id ?? ''), {
    name: 'book',
    description: 'Books a flight. The answer is the number of the booking.',
    schema: Booking,
  })
  const cancel = tool(
    async ({ booking }, { toolCall }) => await airline.cancel(booking, toolCall?.id ?? ''),
    {
      name: 'cancel',
      description: 'Cancels a booking by its number.',
      schema: z.object({ booking: z.string() }),
    },
  )
  const approval = humanInTheLoopMiddleware({
    interruptOn: {
      book: { allowedDecisions: ['approve', 'reject'], when: ({ toolCall }) => toolCall.args.price > 500 },
    },
  })
  const agent = createAgent({
    model,
    tools: [search, book, cancel],
    systemPrompt: 'You book flights.',
    middleware: [approval],
    checkpointer: new MemorySaver(),
  })
  const streamMode: ('messages' | 'updates')[] = ['messages', 'updates']
  const options = { configurable: { thread_id: 'customer-7' }, streamMode }
  for (let text = await person.ask('> '); text !== undefined; text = await person.ask('> ')) {
    let input: Parameters<typeof agent.stream>[0] | undefined = { messages: [new HumanMessage(text)] }
    while (input !== undefined) {
      const turn = await agent.stream(input, options)
      input = undefined
      for await (const [mode, part] of turn) {
        if (mode === 'messages' && AIMessage.isInstance(part[0])) person.show(part[0].text)
        for (const { value } of isInterrupted<HITLRequest>(part) ? part[INTERRUPT] : []) {
          const decisions = []
          for (const { name } of value?.actionRequests ?? []) {
            const message = await person.ask(`${name}: approve? `)
            decisions.push(message === 'y' ? { type: 'approve' } : { type: 'reject', message })
          }
          input = new Command({ resume: { decisions } })
        }
      }
    }
  }
}
