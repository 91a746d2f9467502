import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type Agent, eventResponse, type Session, type SessionStore } from '@skill-state/agent'

/**
 * The routes that `sessionClient` speaks, below `/customers/ID`. Any process with the same store can take any request, but
 * a turn is stopped by the process that runs it.
 *
 *     GET                              what was said, the state, and the calls that wait
 *     POST /messages   text            streams the turn as server-sent events
 *     POST /approvals/STEP  yes        the same; anything but `yes` is the reason for a no. STEP/CALL names one of several
 *     POST /stop                       stops the turn under way
 */
export function serve(agent: Agent<unknown>, store: SessionStore): Server {
  const running = new Map<string, Session<unknown>>()
  return createServer(async (request, response) => {
    const [, customer, kind, step, call] =
      /^\/customers\/([\w-]+)(?:\/(messages|approvals|stop)(?:\/(\d+)(?:\/(\d+))?)?)?$/.exec(
        request.url ?? '',
      ) ?? []
    if (customer === undefined) return void response.writeHead(404).end()
    if (kind === 'stop') {
      await running.get(customer)?.stop()
      return void response.writeHead(running.has(customer) ? 204 : 409).end()
    }
    const session = await agent.open({ id: customer, store })
    try {
      if (kind === undefined) {
        const { state, approvals } = session
        response.end(JSON.stringify({ messages: session.messages(100), state, approvals }))
        return
      }
      running.set(customer, session)
      await stream(
        session,
        kind,
        { step: Number(step), call: call === undefined ? call : Number(call) },
        request,
        response,
      )
    } finally {
      if (running.get(customer) === session) running.delete(customer)
      await session.close()
    }
  })
}

async function stream(
  session: Session<unknown>,
  kind: string,
  place: { readonly step: number; readonly call: number | undefined },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const text = await textOf(request)
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
}
