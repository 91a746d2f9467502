import { AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages'
import { fakeModel } from '@langchain/core/testing'
import { Command } from '@langchain/langgraph'
import { expect, test } from 'vitest'
import { airline, flight, honestly } from './_airline.ts'
import { bookingInLangchain } from './in-langchain.ts'

const thread = { configurable: { thread_id: 'customer-7' } }

/** Calls, with the text that goes with them. Throws if they have anything that the model was not shown. */
const answer = (calls: Readonly<Record<string, object>>, content = '') => {
  return (messages: BaseMessage[]) => {
    const shown = messages.map(({ text }) => text)
    honestly(JSON.stringify([calls, content]), [shown, 'update_state'])
    const tool_calls = Object.entries(calls).map(([name, args]) => ({ id: name, name, args }))
    return new AIMessage({ content, tool_calls })
  }
}

test('the agent in LangChain asks before it books, and writes its state', async () => {
  const world = airline()
  const model = fakeModel()
    .respond(answer({ update_state: { traveller: 'Ada', city: 'Rome' }, search: { city: 'Rome' } }))
    .respond(answer({ book: flight }))
    .respond(answer({ update_state: { bookings: { B1: flight } } }, 'Your flight AZ1 is booked.'))
  const agent = bookingInLangchain(model, world)
  const waiting = await agent.invoke({ messages: [new HumanMessage('A flight to Rome for Ada')] }, thread)
  expect(waiting).toHaveProperty('__interrupt__')
  expect(world.booked).toEqual([])
  const done = await agent.invoke(new Command({ resume: { decisions: [{ type: 'approve' }] } }), thread)
  expect(world.booked).toEqual([['AZ1', expect.stringMatching(/^call_\w+_1$/)]])
  expect(done.messages.at(-1)?.text).toBe('Your flight AZ1 is booked.')
  expect(done).toHaveProperty('skillState', { traveller: 'Ada', city: 'Rome', bookings: { B1: flight } })
  expect(model.calls.map(({ messages }) => messages.length)).toEqual([2, 2, 2])
})

test('without the line it is a LangChain agent that carries its messages', async () => {
  const world = airline()
  const model = fakeModel()
    .respondWithTools([{ name: 'search', args: { city: 'Rome' } }])
    .respondWithTools([{ name: 'book', args: flight }])
    .respond(new AIMessage('Your flight AZ1 is booked.'))
  const agent = bookingInLangchain(model, world, [])
  await agent.invoke({ messages: [new HumanMessage('A flight to Rome for Ada')] }, thread)
  await agent.invoke(new Command({ resume: { decisions: [{ type: 'approve' }] } }), thread)
  expect(world.booked).toHaveLength(1)
  expect(model.calls.map(({ messages }) => messages.length)).toEqual([2, 4, 6])
})
