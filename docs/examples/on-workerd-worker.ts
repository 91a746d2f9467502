// The booking agent as Durable Objects: what `wrangler deploy` publishes.
import { agentObject, routeToSessions } from '@skill-state/cloudflare'
import { airline, model } from './airline.ts'
import { bookingAgent } from './booking-agent.ts'

interface Env {
  readonly BOOKING: Parameters<typeof routeToSessions>[1]
}

const users = new Map([['secret of ada', 'ada']])

export const Booking: ReturnType<typeof agentObject<unknown, Env>> = agentObject({
  agent: (_env: Env) => bookingAgent(model, airline),
  admit: (request, session) => {
    const user = users.get(request.headers.get('authorization') ?? '')
    return user !== undefined && session.startsWith(`${user}-`) ? { user } : undefined
  },
})

export default { fetch: (request: Request, env: Env) => routeToSessions(request, env.BOOKING) }
