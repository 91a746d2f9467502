import { type Model, promptText } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { bookingAgent } from './booking-agent.ts'

const booking = { flight: 'ROM7', price: 620 }
const replies = [
  { state_patch: { traveller: 'Ada', city: 'Rome' }, action: { search: { city: 'Rome' } } },
  { state_patch: { bookings: { ROM7: booking } }, action: { book: booking } },
  { state_patch: { bookings: { ROM7: null } }, action: { reply: 'I did not book it.' } },
]

test('booking-prompt.txt is what the model sees after a person denied a call', async () => {
  const prompts: string[] = []
  const model: Model = {
    id: 'scripted',
    generate: async ({ prompt }) => {
      prompts.push(promptText(prompt))
      const text = JSON.stringify(replies[prompts.length - 1])
      return { text, finishReason: 'stop', usage: {}, model: 'scripted' }
    },
  }
  const airline = { search: async () => [booking], book: async () => '', cancel: async () => '' }
  const desk = bookingAgent(model, airline)
  const session = await desk.open({ id: 'customer-7' })
  await session.ask('I am Ada. A flight to Rome, please.\nThe cheapest one.')
  await session.deny({ step: 1, reason: 'too expensive' }).turn
  expect(prompts).toHaveLength(3)
  await expect(`${prompts[2]}\n`).toMatchFileSnapshot('booking-prompt.txt')
})
