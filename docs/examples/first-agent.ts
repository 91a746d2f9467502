import { agent } from '@skill-state/agent'
import { scripted } from '@skill-state/models'
import { z } from 'zod'

const session = await agent({
  instructions: 'You keep the shopping list.',
  state: z.object({ milk: z.int().default(0), bread: z.int().default(0) }),
  tools: { buy: { description: 'Buys it', input: z.object({ item: z.string() }), execute: () => 'Bought.' } },
  model: scripted([
    '{"state_patch": {"milk": 2, "bread": 1}, "action": {"buy": {"item": "milk"}}}',
    '{"state_patch": {"milk": 0}, "action": {"reply": "I bought the milk. Bread is still missing."}}',
  ]), // a script; a real model is: await providerModel('openai:gpt-5')
}).open({ id: 'monday' })
for await (const event of session.send('We need 2 milk and a bread. Please buy the milk.'))
  if (event.type === 'reply') console.log(event.text)
console.log(session.state)
