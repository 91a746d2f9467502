import { fileSessions } from '@skill-state/agent/files'
import { chat } from '@skill-state/agent/terminal'
import { providerModel } from '@skill-state/models'
import { orderDesk } from './agent.ts'
import { demoModel, demoShop } from './demo.ts'

// `npm start` talks on the terminal; `npm start -- "Where is order W7?"` asks once.
const { MODEL } = process.env
const desk = orderDesk(MODEL === undefined ? demoModel : await providerModel(MODEL), demoShop())
const place = { id: 'customer-1', store: fileSessions('sessions') }
const question = process.argv.slice(2).join(' ')
if (question === '') await chat(desk, place)
else {
  const session = await desk.open(place)
  const turn = await session.ask(question)
  console.log(turn.reply)
  console.log('State:', JSON.stringify(turn.state))
  await session.close()
}
