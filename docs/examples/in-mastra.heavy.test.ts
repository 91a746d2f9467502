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

/** Answers with one content after the other. `sizes` are the numbers of messages that it was sent. */
function scripted(contents: Content[], sizes: number[]): MockLanguageModelV4 {
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } }
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }: { prompt: readonly object[] }) => {
      sizes.push(prompt.length)
      const content = contents.splice(0, 1)
      for (const { text = '', input = text } of content) honestly(input, prompt)
      return { content, finishReason: { unified: 'stop' }, usage, warnings: [] }
    },
  } as never)
}

const reply = (state_patch: object, action: object): Content => {
  return { type: 'text', text: JSON.stringify({ state_patch, action }) }
}

test('the agent in Mastra asks before it books', async () => {
  const world = airline()
  const sizes: number[] = []
  const contents = [
    reply({ traveller: 'Ada', city: 'Rome' }, { search: { city: 'Rome' } }),
    reply({}, { book: flight }),
    reply({ bookings: { B1: flight } }, { reply: 'Your flight AZ1 is booked.' }),
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
  expect(sizes).toEqual([1, 1, 1])
})

test('without the marked line it carries its messages', async () => {
  const sizes: number[] = []
  const call = (toolCallId: string): Content => {
    return { type: 'tool-call', toolCallId, toolName: 'search', input: '{"city":"Rome"}' }
  }
  const contents = [call('c1'), call('c2'), { type: 'text', text: 'There is one.' }]
  await bookingInMastra(scripted(contents, sizes) as never, airline(), []).generate(
    'A flight to Rome for Ada',
  )
  expect(sizes).toEqual([2, 4, 6])
})
