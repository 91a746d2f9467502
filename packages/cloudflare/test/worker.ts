// For a test: the agent of the suite in a Durable Object, as a worker of Cloudflare's runtime.
import { hostAdmit, hostDesk, worldAt } from '@skill-state/agent/conformance'
import { agentObject, routeToSessions } from '../src/index.ts'

interface Env {
  readonly DESK: Parameters<typeof routeToSessions>[1]
  readonly WORLD: string
  readonly VERSION: string
}

export const Desk: ReturnType<typeof agentObject<unknown, Env>> = agentObject({
  agent: (env: Env) => hostDesk(worldAt(env.WORLD), Number(env.VERSION)),
  admit: (request, session) => hostAdmit(request.headers.get('authorization') ?? undefined, session),
})

const worker: { fetch(request: Request, env: Env): Promise<Response> } = {
  fetch: (request, env) => routeToSessions(request, env.DESK),
}
export default worker
