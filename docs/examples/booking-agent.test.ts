import { memorySessions, type Session } from '@skill-state/agent'
import { agentMatchers } from '@skill-state/agent/vitest'
import { honest, scripted } from '@skill-state/models'
import { expect, test } from 'vitest'
import type { Airline } from './airline.ts'
import { bookingAgent } from './booking-agent.ts'
import { talk } from './chat-with-approval.ts'

expect.extend(agentMatchers)

/** A reply as the model writes it. */
function reply(state_patch: object, action: object): string {
  return `\`\`\`json\n${JSON.stringify({ state_patch, action })}\n\`\`\``
}

const booking = { flight: 'AZ1', price: 620 }
const asks = [
  reply({ traveller: 'Ada', city: 'Rome' }, { search: { city: 'Rome' } }),
  reply({}, { book: booking }),
]
const done = reply({ bookings: { B1: booking } }, { reply: 'Your flight AZ1 is booked.' })
const denied = reply({}, { reply: 'Your flight is not booked: too expensive.' })

function airline(): Airline & { readonly booked: string[] } {
  const booked: string[] = []
  return {
    booked,
    search: async () => [booking],
    book: async (flight) => {
      booked.push(flight)
      return 'B1 is AZ1 for 620 euros'
    },
    cancel: async () => 'cancelled',
  }
}

/** `honest` fails a test whose model uses a value that its prompt does not show. */
async function open(world: Airline, last: string): Promise<Session<unknown>> {
  const model = honest(scripted([...asks, last]), { words: ['Your flight is booked.'] })
  return await bookingAgent(model, world).open({ id: 'customer-7', store: memorySessions() })
}

test('books what the person allows', async () => {
  const world = airline()
  const trip = await open(world, done)
  const [shown, asked]: [string[], string[]] = [[], []]
  await talk(trip, 'A flight to Rome for Ada, please', {
    show: (text) => shown.push(text),
    ask: async (question) => (asked.push(question) ? 'y' : undefined),
  })
  expect(asked).toEqual(['book {"flight":"AZ1","price":620}: it costs 620 euros. Approve? '])
  expect(shown.join('')).toBe('[search …]\n[book …]\nYour flight AZ1 is booked.')
  expect(world.booked).toEqual(['AZ1'])
  expect(trip).toHaveCalled('search', { city: 'Rome' })
  expect(trip).toHaveState({ traveller: 'Ada', city: 'Rome', bookings: { B1: booking } })
})

test('does not book what the person denies', async () => {
  const world = airline()
  const trip = await open(world, denied)
  const person = { show: () => {}, ask: async () => 'too expensive' }
  await talk(trip, 'A flight to Rome for Ada, please', person)
  expect(world.booked).toEqual([])
  expect(trip).toHaveState({ traveller: 'Ada', city: 'Rome', bookings: {} })
})
