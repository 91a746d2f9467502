import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { json } from 'node:stream/consumers'

/** Writes a reply as a provider does: the events of a stream, in the format that its documentation describes. */
type Format = (text: string, model: string) => readonly { readonly type: string }[]

const responses: Format = (text, model) => [
  { type: 'response.output_text.delta', delta: text } as { type: string },
  {
    type: 'response.completed',
    response: {
      object: 'response',
      status: 'completed',
      error: null,
      incomplete_details: null,
      model,
      output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }],
      usage: {
        input_tokens: 300,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: 60,
        output_tokens_details: { reasoning_tokens: 0 },
      },
    },
  } as { type: string },
]

const messages: Format = (text, model) => {
  const usage = {
    input_tokens: 300,
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: 0,
    output_tokens: 1,
  }
  const message = { type: 'message', role: 'assistant', model, content: [], usage }
  return [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 60 } },
    { type: 'message_stop' },
  ]
}

/** A server on loopback that streams the replies of a provider's wire format, one a request, in their order. */
export async function serveReplies(port: number, replies: readonly string[]): Promise<Server> {
  const left = [...replies]
  const server = createServer(async (request, response) => {
    const { model } = (await json(request)) as { model: string }
    const format = request.url?.endsWith('/messages') ? messages : responses
    response.setHeader('content-type', 'text/event-stream')
    for (const event of format(left.shift() ?? '', model)) {
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    }
    response.end()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}
