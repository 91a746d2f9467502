import { createServer, type IncomingMessage, type Server } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type Agent, eventResponse, type SessionStore } from '@skill-state/agent'

/** Who sent a request, or undefined for somebody unknown. Put your own sign-in here. */
export type SignIn = (request: IncomingMessage) => string | undefined

/**
 * `POST /messages` with a text streams a turn of the customer's session as server-sent events. `POST /approvals/STEP` with
 * `yes`, or with the reason for a no, answers a call that waits; `STEP/CALL` names one of several. Any process with the same store can take any request.
 */
export function serve(agent: Agent<unknown>, store: SessionStore, customerOf: SignIn): Server {
  return createServer(async (request, response) => {
    const [, kind, step, call] =
      /^\/(messages|approvals)(?:\/(\d+)(?:\/(\d+))?)?$/.exec(request.url ?? '') ?? []
    const customer = customerOf(request)
    if (request.method !== 'POST' || kind === undefined || customer === undefined) {
      response.writeHead(customer === undefined ? 401 : 404).end()
      return
    }
    const text = await textOf(request)
    const session = await agent.open({ id: customer, store })
    const place = { step: Number(step), call: call === undefined ? call : Number(call) }
    const events =
      kind === 'messages'
        ? session.send(text, { id: request.headers['idempotency-key']?.toString() })
        : text === 'yes'
          ? session.approve(place)
          : session.deny({ ...place, reason: text })
    const { headers, body } = eventResponse(events)
    response.writeHead(200, Object.fromEntries(headers))
    // A reader who goes away does not stop the turn: it runs to its end, and the next request sees what came of it.
    if (body) await pipeline(body, response).catch(() => {})
    await session.close()
  })
}
