import { agent } from '@skill-state/agent'
import { scripted } from '@skill-state/models'
import { z } from 'zod'

const orders = agent({
  model: scripted([
    '{"state_patch": {}, "action": {"output": {"item": "tea", "count": 2}, "reply": "Two teas, on Friday."}}',
  ]),
  instructions: 'You take orders.',
  state: z.object({}),
  tools: {},
  output: z.object({ item: z.string(), count: z.int().min(1), on: z.string().default('friday') }),
})
const session = await orders.open({ id: 'table 7' })
const { reply, output } = await session.ask('2 cups of tea, please.')
console.log(reply) // Two teas, on Friday.
console.log(output?.count, output?.on) // 2 friday
