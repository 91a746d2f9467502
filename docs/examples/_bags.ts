import type { Environment, Skill } from '@skill-state/protocol'
import { z } from 'zod'

/** A desk that keeps bags: what the examples with a provider's model run. */
export const skill: Skill = {
  name: 'bags',
  instructions:
    'Keep bags. Answer a bag that is handed in with "Shelf <n>", a guest who returns with "Give <bag>".',
  schema: z.strictObject({ bags: z.record(z.string(), z.string()) }),
  initialState: { bags: {} },
}

const events = ['Ada hands in a red bag.', 'Bo hands in a green bag.', 'Ada wants the bag back.']

/** Three guests, one after the other; each is content with the right bag. */
export function openDesk(): Environment {
  let t = 0
  let reward = 0
  return {
    async reset() {
      t = 0
      reward = 0
      return { text: events[0] ?? '', done: false }
    },
    async step(action: unknown) {
      if (t === 2 && action === 'Give red bag') reward = 1
      t += 1
      return { text: events[t] ?? 'The desk closes.', done: t === events.length }
    },
    outcome: async () => ({ reward }),
    close: async () => {},
  }
}
