import { agent } from '@skill-state/agent'
import { scripted } from '@skill-state/models'
import { z } from 'zod'

const item = z.string().max(20)
const shopping = agent({
  instructions: 'You keep the shopping list.',
  state: z.object({ list: z.record(item, z.int()).meta({ maxProperties: 50 }).default({}) }),
  tools: {
    buy: { description: 'Buys an item', input: z.object({ item }), execute: ({ item }) => `Bought ${item}.` },
  },
  model: scripted([
    '{"state_patch": {"list": {"milk": 2, "bread": 1}}, "action": {"reply": "Noted."}}',
    '{"state_patch": {"list": {"milk": null}}, "action": {"buy": {"item": "milk"}}}',
    '{"state_patch": {}, "action": {"reply": "Bought."}}',
  ]), // a script; a real model is: await createModel('openai:gpt-5')
})
const session = await shopping.open({ id: 'monday' })
for (const message of ['We need 2 milk and a bread.', 'Please buy the milk.']) {
  for await (const event of session.send(message)) if (event.type === 'reply') console.log(event.text)
  console.log(JSON.stringify(session.state))
}
