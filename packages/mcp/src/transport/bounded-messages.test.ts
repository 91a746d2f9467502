import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { boundedMessages } from './bounded-messages.ts'

test('leaves out the one message that is too long, and tells whose it is', async () => {
  const long = 'x'.repeat(2_000)
  const messages = [
    { jsonrpc: '2.0', id: 1, method: 'a' },
    { jsonrpc: '2.0', id: 'two', method: long },
    { method: long, params: { id: 7 }, jsonrpc: '2.0', id: 3 },
    { jsonrpc: '2.0', method: long, params: { id: 7 } },
    { jsonrpc: '2.0', id: 4, method: 'b' },
  ]
  const input = Buffer.from(messages.map((message) => `${JSON.stringify(message)}\n`).join(''))
  for (const size of [1, 7, 1_024, input.length]) {
    const left: unknown[] = []
    const chunks = Array.from({ length: Math.ceil(input.length / size) }, (_, at) =>
      input.subarray(at * size, (at + 1) * size),
    )
    const passed = await text(Readable.from(chunks).pipe(boundedMessages(1_000, (id) => left.push(id))))
    expect(passed).toBe(`${JSON.stringify(messages[0])}\n${JSON.stringify(messages[4])}\n`)
    expect(left).toEqual(['two', 3, undefined])
  }
})
