// For a test: the agent of the suite behind Restate, in a process of its own. Says `ready` once it listens.
import { type ObjectContext, object, serve } from '@restatedev/restate-sdk'
import { hostAdmit, hostDesk } from '@skill-state/agent/conformance'
import { restateAgent } from '../src/index.ts'

const [, , world = '', port = '', version = ''] = process.argv
const admit = (authorization: string | undefined, session: string) => hostAdmit(authorization, session)
const desk = restateAgent({ agent: hostDesk(world, Number(version)), name: 'desk', admit })
// What the host itself costs: turns of steps that do nothing.
const empty = object({
  name: 'empty',
  handlers: {
    async tell(ctx: ObjectContext, { steps, text }: { steps: number; text: string }) {
      for (let step = 0; step < steps; step += 1) await ctx.run(`${step}`, async () => text)
    },
  },
})
await serve({ services: [desk, empty], port: Number(port) })
process.send?.('ready')
