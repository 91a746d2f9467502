import type { Model } from '@skill-state/protocol'
import { expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import type { EventHandlers } from './events.ts'
import { type AgentEvent, agent, handleEvents, type Session, tool } from './index.ts'

declare const model: Model
const State = z.object({ bookings: z.record(z.string(), z.object({ price: z.number() })) })

test('the state of a session is typed by the schema', () => {
  const travel = agent({ model, instructions: '', state: State, tools: {} })
  expectTypeOf<(typeof travel)['open']>().returns.resolves.toEqualTypeOf<
    Session<{ bookings: Record<string, { price: number }> }>
  >()
  void (async (): Promise<void> => {
    const { state } = await travel.open({ id: 'a' })
    expectTypeOf(state.bookings.x?.price).toEqualTypeOf<number | undefined>()
    // @ts-expect-error a snapshot is readonly
    state.bookings = {}
    // @ts-expect-error there is no such key
    void state.hotels
  })
})

test('the input and the state that a tool is given are typed', () => {
  agent({
    model,
    instructions: '',
    state: State,
    tools: {
      book: {
        description: 'Books.',
        input: z.object({ price: z.number() }),
        approve: ({ input, state }) => input.price > 500 && 'F1' in state.bookings,
        execute: async (input, { state, key }) => {
          expectTypeOf(input).toEqualTypeOf<{ price: number }>()
          expectTypeOf(state.bookings.x?.price).toEqualTypeOf<number | undefined>()
          expectTypeOf(key).toBeString()
          // @ts-expect-error the input has no such key
          return `${input.city}`
        },
      },
    },
  })
  tool({
    description: 'Books.',
    input: z.object({ price: z.number() }),
    // @ts-expect-error a result is text or JSON
    execute: () => Symbol.iterator,
  })
})

test('a table of handlers misses no event', () => {
  const all = {} as EventHandlers
  const { reply: _, ...others } = all
  void (async (events: AsyncIterable<AgentEvent>): Promise<void> => {
    await handleEvents(events, all)
    // @ts-expect-error the handler of replies is missing
    await handleEvents(events, others)
    // @ts-expect-error there is no such event
    await handleEvents(events, { ...all, replied: () => {} })
    await handleEvents(events, { ...all, reply: ({ text }) => void text.length })
  })
})
