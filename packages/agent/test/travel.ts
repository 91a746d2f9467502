import { type Model, promptText } from '@skill-state/protocol'
import { z } from 'zod'
import { newest } from '../src/conformance/desk.ts'

export { newest }

import { type Agent, type AgentOptions, agent } from '../src/index.ts'

const Trip = z.object({
  traveller: z.string().max(40).default(''),
  bookings: z.record(z.string().max(20), z.object({ price: z.number() })).default({}),
})

export interface TripState {
  traveller: string
  bookings: Record<string, { price: number }>
}

/** What the tools of the agent did. Outlives any process. */
export interface World {
  readonly booked: string[]
}

/** For tests: an agent that books trips. */
export function travel(
  model: Model,
  world: World,
  more: Partial<
    Pick<AgentOptions<never, never>, 'recent' | 'onWarning' | 'onEvent' | 'limits' | 'commit' | 'finish'>
  > = {},
): Agent<TripState> {
  return agent({
    model,
    name: 'travel',
    instructions: 'You book trips.',
    state: Trip,
    onWarning: () => {},
    finish: true,
    ...more,
    tools: {
      search: {
        description: 'Lists flights to a city.',
        input: z.object({ city: z.string() }),
        onUnknown: 'repeat',
        execute: async ({ city }) => ({
          flights: [
            { id: 'F1', city, price: 90 },
            { id: 'F2', city, price: 900 },
          ],
        }),
      },
      book: {
        description: 'Books a flight.',
        input: z.object({ flight: z.string(), price: z.number() }),
        approve: ({ input }) => (input.price > 500 ? `it costs ${input.price}` : false),
        onUnknown: 'repeat',
        execute: async ({ flight }, { key, state }) => {
          if (!world.booked.some((each) => each.startsWith(`${key} `))) world.booked.push(`${key} ${flight}`)
          return `Booked ${flight} for ${state.traveller || 'you'}.`
        },
      },
    },
  })
}

/** What the model answers: for an observation that fits, the patch and the action. */
export type Rules = readonly (readonly [RegExp, object, object])[]

/** A model that answers by the newest result of its prompt, or else by the message. */
export function byObservation(rules: Rules, prompts: string[] = []): Model {
  return {
    id: 'rules',
    generate: async ({ onText, ...request }) => {
      const prompt = promptText(request.prompt)
      prompts.push(prompt)
      const [, patch = {}, action = { reply: 'Sorry?' }] =
        rules.find(([pattern]) => pattern.test(newest(prompt))) ?? []
      const text = `Thinking.\n\`\`\`json\n${JSON.stringify({ state_patch: patch, action })}\n\`\`\``
      for (let at = 0; at < text.length; at += 7) onText?.(text.slice(at, at + 7))
      return { text, finishReason: 'stop', usage: { inputTokens: 10, outputTokens: 5 }, model: 'rules' }
    },
  }
}

export const clerk: Rules = [
  [/cheap/, { traveller: 'Ada' }, { search: { city: 'Rome' } }],
  [/dear/, {}, { book: { flight: 'F2', price: 900 } }],
  [/flights/, { bookings: { F1: { price: 90 } } }, { book: { flight: 'F1', price: 90 } }],
  [/Booked/, {}, { reply: 'It is "booked".\nEnjoy!' }],
  [/denied/, {}, { reply: 'Then not.' }],
  [/bye/, {}, { finish: 'Good bye.' }],
]
