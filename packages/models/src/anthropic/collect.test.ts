import type { JsonValue } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { Secret } from '../secrets/secret.ts'
import { collect } from './collect.ts'

async function* stream(events: readonly (JsonValue | undefined)[]): AsyncGenerator<{ data: string }> {
  for (const event of events) yield { data: JSON.stringify(event) ?? '{' }
}

let heard = 0
const hear = (): void => {
  heard += 1
}
const collectAll = (...events: readonly (JsonValue | undefined)[]): Promise<JsonValue> =>
  collect(stream(events), hear, [new Secret('canary-key')])

const start = { type: 'message_start', message: { model: 'm', content: [], usage: { input_tokens: 9 } } }
const stop = { type: 'message_stop' }
const open = (index: number, content_block: JsonValue): JsonValue => ({
  type: 'content_block_start',
  index,
  content_block,
})
const piece = (index: number, delta: JsonValue): JsonValue => ({
  type: 'content_block_delta',
  index,
  delta,
})

const twoTools = [
  open(0, { type: 'text', text: 'I ' }),
  piece(0, { type: 'text_delta', text: 'go.' }),
  open(1, { type: 'tool_use', name: 'reply', input: {} }),
  piece(1, { type: 'input_json_delta', partial_json: '{"a"' }),
  open(2, { type: 'tool_use', name: 'reply', input: {} }),
  piece(2, { type: 'input_json_delta', partial_json: '{}' }),
  piece(1, { type: 'input_json_delta', partial_json: ':1}' }),
]

test.each([
  ['text', 'I go.'],
  ['tool_use', '{"a":1}'],
] as const)('the reply is heard where %s was asked for', async (asked, reply) => {
  let text = ''
  const note = (written = ''): void => {
    text += written
  }
  await collect(stream([start, ...twoTools, stop]), note, [], asked)
  expect(text).toBe(reply)
})

test('puts text, tools and figures together', async () => {
  heard = 0
  const message = await collectAll(
    start,
    { type: 'ping' },
    open(0, { type: 'thinking', thinking: '' }),
    piece(0, { type: 'thinking_delta', thinking: 'Hm.' }),
    open(1, { type: 'text', text: '' }),
    piece(1, { type: 'text_delta', text: 'Go' }),
    open(2, { type: 'tool_use', name: 'reply', input: {} }),
    piece(1, { type: 'text_delta', text: '.' }),
    piece(2, { type: 'input_json_delta', partial_json: '{"a":' }),
    piece(2, { type: 'input_json_delta', partial_json: '1}' }),
    {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn' },
      usage: { output_tokens: 5, input_tokens: null },
    },
    stop,
  )
  expect(message).toEqual({
    model: 'm',
    stop_reason: 'end_turn',
    usage: { input_tokens: 9, output_tokens: 5 },
    content: [
      { type: 'thinking', thinking: '' },
      { type: 'text', text: 'Go.' },
      { type: 'tool_use', name: 'reply', input: { a: 1 } },
    ],
  })
  expect(heard).toBe(12)
})

test('keeps what was written of the input of a tool that was cut off', async () => {
  const tool = open(0, { type: 'tool_use', input: {} })
  const message = await collectAll(start, tool, piece(0, { partial_json: '{"a":' }), stop)
  expect(message).toMatchObject({ content: [{ type: 'tool_use', input: '{"a":' }] })
})

test('the input of a tool without arguments is empty', async () => {
  const message = await collectAll(start, open(0, { type: 'tool_use', input: {} }), stop)
  expect(message).toMatchObject({ content: [{ input: {} }] })
})

const overloaded = {
  type: 'error',
  error: { type: 'overloaded_error', message: 'Overloaded, says canary-key' },
}

test.each([
  ['ends early', [start, open(0, { type: 'text', text: 'Go' })], undefined, /the stream ended before/],
  ['has nothing', [], undefined, /the stream ended before/],
  ['has an error', [start, overloaded], 529, /overloaded_error: Overloaded, says \[secret\]$/],
  ['has an empty error', [start, { type: 'error' }], 500, /does not say why/],
  ['is no JSON', [start, undefined], undefined, /not a JSON object: \{$/],
  ['has JSON that is not an object', [start, 7], undefined, /not a JSON object: 7$/],
])('a stream that %s may be charged and can be tried again', async (_, events, status, message) => {
  const failure = { retryable: true, mayBeCharged: true, message: expect.stringMatching(message) }
  await expect(collectAll(...events)).rejects.toMatchObject(
    status === undefined ? failure : { ...failure, status },
  )
})
