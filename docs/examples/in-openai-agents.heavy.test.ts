import { MemorySession, type Model, run, setTracingDisabled, Usage } from '@openai/agents'
import { expect, test } from 'vitest'
import { airline, flight, honestly } from './_airline.ts'
import { bookingInAgents, named, withState } from './in-openai-agents.ts'

setTracingDisabled(true)

type Item = Awaited<ReturnType<Model['getResponse']>>['output'][number]

/** Answers with one item after the other. `sizes` are the numbers of items that it was sent. */
function scripted(items: (Item | Item[])[], sizes: number[]): Model {
  return {
    async getResponse({ input }) {
      sizes.push(input.length)
      const output = items.splice(0, 1).flat()
      for (const item of output) honestly(saidIn(item), input)
      return { usage: new Usage(), output }
    },
    async *getStreamedResponse() {},
  }
}

function saidIn(item: Item): string {
  if (item.type === 'function_call') return item.arguments
  const [part] = item.type === 'message' ? item.content : []
  return typeof part === 'object' && 'text' in part ? part.text : ''
}

const says = (text: string): Item => {
  return { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text }] }
}
const call = (callId: string, name: string, input: object): Item => {
  return { type: 'function_call', callId, name, arguments: JSON.stringify(input), status: 'completed' }
}

test('the agent of the SDK asks before it books', async () => {
  const world = airline()
  const sizes: number[] = []
  const items = [
    [call('1', 'update_state', { traveller: 'Ada', city: 'Rome' }), call('2', 'search', { city: 'Rome' })],
    call('3', 'book', flight),
    [says('Your flight AZ1 is booked.'), call('4', 'update_state', { bookings: { B1: flight } })],
  ]
  const agent = bookingInAgents(withState(scripted(items, sizes)), world)
  const session = named(new MemorySession())
  const waiting = await run(agent, 'A flight to Rome for Ada', { session })
  expect([waiting.interruptions.length, world.booked]).toEqual([1, []])
  for (const item of waiting.interruptions) waiting.state.approve(item)
  const done = await run(agent, waiting.state, { session })
  expect(done.finalOutput).toBe('Your flight AZ1 is booked.')
  expect(world.booked).toEqual([['AZ1', expect.stringMatching(/^call_\w+_1$/)]])
  expect(sizes).toEqual([1, 1, 1])
})

test('without the marked lines it carries its items', async () => {
  const sizes: number[] = []
  const items = [
    call('c1', 'search', { city: 'Rome' }),
    call('c2', 'search', { city: 'Rome' }),
    says('There is one.'),
  ]
  const agent = bookingInAgents(scripted(items, sizes), airline())
  await run(agent, 'A flight to Rome for Ada', { session: new MemorySession() })
  expect(sizes).toEqual([1, 3, 5])
})
