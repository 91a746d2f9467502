import type { AgentEvent } from './events.ts'

/**
 * A web `Response` that streams a turn as server-sent events: each event's name is its type, its data the event as JSON.
 * A turn that fails ends with the event `turn-failed`. A reader who goes away ends the turn.
 */
export function eventResponse(events: AsyncGenerator<AgentEvent, void, undefined>): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await events.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(`event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`))
      } catch {
        controller.close() // the event before has said what failed
      }
    },
    cancel: async () => {
      await events.return()
    },
  })
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' }
  return new Response(body, { headers })
}
