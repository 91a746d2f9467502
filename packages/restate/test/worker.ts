// For a test: the agent of the suite behind Restate, in a process of its own. Says `ready` once it listens.
import { serve } from '@restatedev/restate-sdk'
import { hostAdmit, hostDesk, worldAt } from '@skill-state/agent/conformance'
import { restateAgent } from '../src/index.ts'

const [, , world = '', port = '', version = ''] = process.argv
const admit = (authorization: string | undefined, session: string) => hostAdmit(authorization, session)
const desk = restateAgent({ agent: hostDesk(worldAt(world), Number(version)), name: 'desk', admit })
await serve({ services: [desk], port: Number(port) })
process.send?.('ready')
