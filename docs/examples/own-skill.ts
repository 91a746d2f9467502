import { runSkill } from '@skill-state/core'
import { scripted } from '@skill-state/models'
import { z } from 'zod'

const skill = {
  name: 'groceries',
  instructions: 'Keep the shopping list. Answer each message with "Noted" or "Buy <item>".',
  schema: z.object({ list: z.record(z.string(), z.number().int().positive()) }),
  initialState: { list: {} },
}
const messages = ['We need 6 eggs.', 'Bread is out too, get 1.', 'Eggs have been bought.']
let t = 0
const environment = {
  reset: async () => ({ text: messages[0] ?? '', done: false }),
  step: async () => ({ text: messages[++t] ?? 'That was all.', done: t === messages.length }),
  outcome: async () => ({ reward: 1 }),
  close: async () => {},
}
const model = scripted([
  'Eggs go on the list.\n{"state_patch": {"list": {"eggs": 6}}, "action": "Noted"}',
  'Bread as well.\n{"state_patch": {"list": {"bread": 1}}, "action": "Noted"}',
  'Null takes the eggs off.\n{"state_patch": {"list": {"eggs": null}}, "action": "Buy bread"}',
])
for await (const { action, state } of runSkill({ skill, environment, model, seed: 0 })) {
  console.log(action, JSON.stringify(state))
}
