import { PassThrough, Readable } from 'node:stream'
import { AIMessage, type BaseMessage } from '@langchain/core/messages'
import { fakeModel } from '@langchain/core/testing'
import { memorySessions } from '@skill-state/agent'
import { chat } from '@skill-state/agent/terminal'
import { simulateReadableStream } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { beforeEach, expect, test } from 'vitest'
import { Desk } from './booking/desk.ts'
import { bookingAgent } from './booking-agent.ts'
import type { Person } from './chat-with-approval.ts'
import { chatInAiSdk } from './in-ai-sdk-chat.ts'
import { chatInLangchain } from './in-langchain-chat.ts'

const lines = [
  'A flight to Rome for Ada, please.',
  'Book flight ROM7 for 620 euros.',
  'y',
  'Cancel booking B1.',
]
const calls = ['search Rome', 'book ROM7', 'cancel B1']
const replies = ['ROM7 is the cheapest flight.', 'Booked as B1.', 'B1 is cancelled.']

let shown = ''
let asked: string[] = []
const person: Person = {
  ask: async (question) => lines[asked.push(question) - 1],
  show: (text) => {
    shown += text
  },
}
beforeEach(() => {
  shown = ''
  asked = []
})

test('the agent alone', async () => {
  const [desk, output] = [new Desk(), new PassThrough()]
  const input = Readable.from(lines.map((line) => `${line}\n`))
  await chat(bookingAgent(desk.model(), desk), { id: 'a', store: memorySessions(), input, output })
  const text = String(output.read())
  for (const reply of replies) expect(text).toContain(`${reply}\n`)
  expect(text.match(/Approve\?/g)).toHaveLength(1)
  expect(desk.calls).toEqual(calls)
})

test('the AI SDK alone', async () => {
  const desk = new Desk()
  let count = 0
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } }
  const model = new MockLanguageModelV4({
    doStream: async ({ prompt }) => {
      const content = prompt.at(-1)?.content ?? ''
      const newest = typeof content === 'string' ? content : JSON.stringify(content).replaceAll('\\"', '"')
      const { action } = desk.decide(newest)
      const call = 'reply' in action ? undefined : action
      const parts =
        'reply' in action
          ? [
              { type: 'text-start', id: 't' },
              { type: 'text-delta', id: 't', delta: action.reply },
              { type: 'text-end', id: 't' },
            ]
          : [
              {
                type: 'tool-call',
                toolCallId: `call-${count++}`,
                toolName: action.tool,
                input: JSON.stringify(action.input),
              },
            ]
      const finishReason = { unified: call ? 'tool-calls' : 'stop', raw: undefined }
      const chunks = [...parts, { type: 'finish', finishReason, usage }] as never[]
      return { stream: simulateReadableStream({ chunks, chunkDelayInMs: null, initialDelayInMs: null }) }
    },
  })
  await chatInAiSdk(model, desk, person)
  expect(shown).toBe(replies.join(''))
  expect(asked).toEqual(['> ', '> ', 'book: approve? ', '> ', '> '])
  expect(desk.calls).toEqual(calls)
})

test('LangChain alone', async () => {
  const desk = new Desk()
  let count = 0
  const model = fakeModel()
  const respond = (messages: BaseMessage[]): AIMessage => {
    model.respond(respond)
    const { action } = desk.decide(messages.at(-1)?.text ?? '')
    if ('reply' in action) return new AIMessage(action.reply)
    const call = { id: `call-${count++}`, name: action.tool, args: action.input }
    return new AIMessage({ content: '', tool_calls: [call] })
  }
  await chatInLangchain(model.respond(respond), desk, person)
  expect(shown).toBe(replies.join(''))
  expect(asked).toEqual(['> ', '> ', 'book: approve? ', '> ', '> '])
  expect(desk.calls).toEqual(calls)
})
