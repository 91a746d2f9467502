// For a test: the agent of the suite in a Durable Object, as a worker of Cloudflare's runtime.
import { hostAdmit, hostDesk } from '@skill-state/agent/conformance'
import { agentObject, routeToSessions } from '../src/index.ts'

interface Env {
  readonly DESK: Parameters<typeof routeToSessions>[1]
  readonly EMPTY: Parameters<typeof routeToSessions>[1]
  readonly WORLD: string
  readonly VERSION: string
}

export const Desk: ReturnType<typeof agentObject<unknown, Env>> = agentObject({
  agent: (env: Env) => hostDesk(env.WORLD, Number(env.VERSION)),
  admit: (request, session) => hostAdmit(request.headers.get('authorization') ?? undefined, session),
})

/** What the host itself costs: turns of steps that do nothing. */
export class Empty {
  readonly #storage: EmptyStorage

  constructor({ storage }: { storage: EmptyStorage }) {
    this.#storage = storage
    storage.sql.exec('CREATE TABLE IF NOT EXISTS steps (seq INTEGER PRIMARY KEY, body TEXT)')
  }

  async fetch(request: Request): Promise<Response> {
    const { steps, text } = (await request.json()) as { steps: number; text: string }
    for (let step = 0; step < steps; step += 1) {
      this.#storage.sql.exec('INSERT INTO steps (body) VALUES (?)', text)
      await this.#storage.sync()
    }
    return new Response(null, { status: 204 })
  }
}

interface EmptyStorage {
  readonly sql: { exec(query: string, ...values: string[]): unknown }
  sync(): Promise<void>
}

const worker: { fetch(request: Request, env: Env): Promise<Response> } = {
  fetch: (request, env) =>
    routeToSessions(request, new URL(request.url).pathname.endsWith('/empty') ? env.EMPTY : env.DESK),
}
export default worker
