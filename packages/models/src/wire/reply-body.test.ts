import { expect, test } from 'vitest'
import { wholeReply } from './reply-body.ts'

const read = (body: string, type = 'application/json') =>
  wholeReply({ asResponse: async () => new Response(body, { headers: { 'content-type': type } }) }, [])

test('JSON, whatever its type is called, and with the white space that keeps a connection alive', async () => {
  expect(await read('\n\n  {"a":1}', 'text/plain')).toEqual({ a: 1 })
})

test.each([
  [' ', 'application/json', 'the response cannot be read: it is empty'],
  [
    'no capacity',
    'text/plain',
    'the response cannot be read: it is not JSON (content type text/plain): no capacity',
  ],
  ['<p>', 'text/html', 'the response cannot be read: it is not JSON (content type text/html)'],
])('%j of the type %s', async (body, type, message) => {
  await expect(read(body, type)).rejects.toMatchObject({ name: 'ProviderError', message, mayBeCharged: true })
})
