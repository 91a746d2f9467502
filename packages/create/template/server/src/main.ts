import { fileSessions } from '@skill-state/agent/files'
import { providerModel } from '@skill-state/models'
import { orderDesk } from './agent.ts'
import { demoModel, demoShop } from './demo.ts'
import { serve } from './server.ts'

const { MODEL, PORT = '8080' } = process.env
const desk = orderDesk(MODEL === undefined ? demoModel : await providerModel(MODEL), demoShop())
/** For trying it: the customer is who the header says. Take it from your own sign-in before others can reach this. */
const server = serve(
  desk,
  fileSessions('sessions'),
  (request) => /^Bearer ([\w-]+)$/.exec(request.headers.authorization ?? '')?.[1],
)
server.listen(Number(PORT), '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${PORT}`))
