import { type AgentEvent, failureOf } from './events.ts'

/**
 * A web `Response` that streams a turn as server-sent events: each event's name is its type, its data the event as JSON.
 * If the store fails, the last event is `turn-failed`. A reader who goes away does not stop the turn: to stop it then, give
 * `send` the signal of the request.
 *
 * @example
 * ```ts
 * import { type Agent, eventResponse } from '@skill-state/agent'
 *
 * // A handler of any server that speaks web requests.
 * export async function post(agent: Agent<unknown>, request: Request): Promise<Response> {
 *   const session = await agent.open({ id: 'monday' })
 *   return eventResponse(session.send(await request.text()))
 * }
 * ```
 */
export function eventResponse(turn: AsyncIterable<AgentEvent>): Response {
  const events = turn[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  const encode = (event: AgentEvent): Uint8Array =>
    encoder.encode(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  let failed = false
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await events.next()
        failed = value?.type === 'turn-failed'
        if (done) controller.close()
        else controller.enqueue(encode(value))
      } catch (error) {
        // What is misused fails before the turn begins, without an event of its own.
        if (!failed) controller.enqueue(encode(failureOf(error)))
        controller.close()
      }
    },
    cancel: async () => {
      await events.return?.()
    },
  })
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' }
  return new Response(body, { headers })
}
