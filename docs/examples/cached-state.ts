import { agent } from '@skill-state/agent'
import { layouts } from '@skill-state/core/layouts'
import { scripted } from '@skill-state/models'
import { z } from 'zod'

const stock = agent({
  model: scripted(['{"state_patch": {"shelf_1": "tea"}, "action": {"reply": "Noted."}}']),
  instructions: 'You keep the shelves.',
  state: z.record(z.string().max(10), z.string().max(20)).meta({ maxProperties: 500 }),
  initialState: {},
  tools: {},
  layout: layouts.auto,
})
console.log(stock.certificate.bounded) // true: the certificate counts the layout

console.log(stock.estimate({ turns: 100 }).line) // before the first call; give usual sizes by `usual`
const session = await stock.open({ id: 'monday' })
await session.ask('Put tea on shelf_1.')
const { instructions, state, observation } = session.spending().parts // and tools, schema, reply
console.log([instructions, state, observation].map(({ chars }) => chars))
await session.close()
