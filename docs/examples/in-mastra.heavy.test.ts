import { Mastra } from '@mastra/core/mastra'
import { InMemoryStore } from '@mastra/core/storage'
import { MockLanguageModelV4 } from 'ai/test'
import { expect, test } from 'vitest'
import { airline, flight, honestly } from './_airline.ts'
import { bookingInMastra } from './in-mastra.ts'

interface Content {
  readonly type: string
  readonly text?: string
  readonly input?: string
  readonly toolCallId?: string
  readonly toolName?: string
}

/** Answers with one list of parts after the other. `sizes` are the numbers of messages that it was sent. */
function scripted(contents: Content[][], sizes: number[]): MockLanguageModelV4 {
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } }
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }: { prompt: readonly object[] }) => {
      sizes.push(prompt.length)
      const content = contents.shift() ?? []
      for (const { text = '', input = text } of content) honestly(input, prompt)
      return { content, finishReason: { unified: 'stop' }, usage, warnings: [] }
    },
  } as never)
}

const call = (toolName: string, input: object): Content => {
  return { type: 'tool-call', toolCallId: toolName, toolName, input: JSON.stringify(input) }
}

test('the agent in Mastra asks before it books', async () => {
  const world = airline()
  const sizes: number[] = []
  const contents = [
    [call('update_state', { traveller: 'Ada', city: 'Rome' }), call('search', { city: 'Rome' })],
    [call('book', flight)],
    [
      { type: 'text', text: 'Your flight AZ1 is booked.' },
      call('update_state', { bookings: { B1: flight } }),
    ],
  ]
  const booking = bookingInMastra(scripted(contents, sizes) as never, world)
  new Mastra({ agents: { booking }, storage: new InMemoryStore(), logger: false })
  const waiting = await booking.generate('A flight to Rome for Ada', {
    memory: { thread: 'customer-7', resource: 'customer-7' },
  })
  expect([waiting.finishReason, world.booked]).toEqual(['suspended', []])
  const done = await booking.approveToolCallGenerate({ runId: waiting.runId ?? '' })
  expect([done.text, world.booked]).toEqual([
    'Your flight AZ1 is booked.',
    [['AZ1', expect.stringMatching(/^call_\w+_1$/)]],
  ])
  expect(sizes).toEqual([2, 2, 2])
})

test('without the marked line it carries its messages', async () => {
  const sizes: number[] = []
  const search = call('search', { city: 'Rome' })
  const contents = [[search], [{ ...search, toolCallId: 'again' }], [{ type: 'text', text: 'There is one.' }]]
  await bookingInMastra(scripted(contents, sizes) as never, airline(), []).generate(
    'A flight to Rome for Ada',
  )
  expect(sizes).toEqual([2, 4, 6])
})
