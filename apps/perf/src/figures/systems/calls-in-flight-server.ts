import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A provider of its own process: answers each request after so many milliseconds, never rejects one, and keeps every
 * connection, however long a busy machine leaves it idle.
 */
const delayMs = Number(process.argv[2])

const reply = JSON.stringify({
  id: 'x',
  object: 'chat.completion',
  created: 0,
  model: 'm',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Go.' } }],
  usage: { prompt_tokens: 900, completion_tokens: 100, total_tokens: 1_000 },
})

const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
  request.resume()
  request.on('end', () => {
    setTimeout(() => response.setHeader('content-type', 'application/json').end(reply), delayMs)
  })
})
server.listen(0, '127.0.0.1', 4_096, () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
