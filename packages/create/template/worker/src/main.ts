import { once } from 'node:events'
import { providerModel } from '@skill-state/models'
import { orderDesk } from './agent.ts'
import { demoModel, demoShop } from './demo.ts'
import { databaseUrl, withQueue } from './queue.ts'

// A worker: start as many as you like, on any machines. Ctrl-C or SIGTERM ends it once its turns have come to their end.
const { MODEL } = process.env
const agent = orderDesk(MODEL === undefined ? demoModel : await providerModel(MODEL), demoShop())
await withQueue(databaseUrl(), async (queue) => {
  await queue.work({
    agent,
    onEvent: (event, session) => {
      if (event.type === 'turn-ended') console.log(`${session}: ${event.end}`)
    },
  })
  console.log('waiting for messages')
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
})
