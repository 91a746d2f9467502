import { expect, test } from 'vitest'
import { finalResponse } from './stream.ts'

async function* events(...all: readonly unknown[]): AsyncGenerator<unknown> {
  yield* all
}

test.each(['response.completed', 'response.incomplete', 'response.failed'])(
  '%s has the response',
  async (type) => {
    const stream = events({ type: 'response.created' }, { type, response: { id: 'r' } }, { type: 'more' })
    expect(await finalResponse(stream, () => {})).toEqual({ id: 'r' })
  },
)

test('only pieces of the reply are signs of life', async () => {
  let heard = 0
  const stream = events(
    { type: 'response.created' },
    { type: 'response.in_progress' },
    { type: 'response.output_text.delta', delta: 'a' },
    { type: 'response.function_call_arguments.delta', delta: 'b' },
    { type: 'response.completed', response: {} },
  )
  await finalResponse(stream, () => {
    heard += 1
  })
  expect(heard).toBe(2)
})

async function heardOf(...all: readonly unknown[]): Promise<string> {
  let text = ''
  await finalResponse(events(...all, { type: 'response.completed', response: {} }), (piece = '') => {
    text += piece
  })
  return text
}
const delta = (type: string, output_index: number, piece: string) => ({
  type: `response.${type}.delta`,
  output_index,
  delta: piece,
})

test('the reply is heard without reasoning and commentary', async () => {
  const commentary = { type: 'message', phase: 'commentary' }
  const heard = await heardOf(
    { type: 'response.output_item.added', output_index: 0, item: commentary },
    delta('output_text', 0, 'Let me see. '),
    delta('reasoning_summary_text', 1, 'Hm.'),
    delta('output_text', 2, 'Go '),
    delta('output_text', 3, 'north.'),
  )
  expect(heard).toBe('Go north.')
})

test('the arguments of the first call are heard, and a refusal', async () => {
  const call = 'function_call_arguments'
  expect(await heardOf(delta(call, 0, '{"a"'), delta(call, 1, '{}'), delta(call, 0, ':1}'))).toBe('{"a":1}')
  expect(await heardOf(delta('refusal', 0, 'I '), delta('refusal', 0, 'cannot'))).toBe('I cannot')
})

test('a stream without the last event is cut off', async () => {
  const stream = events({ type: 'response.output_text.delta', delta: 'a' }, null, 'x')
  await expect(finalResponse(stream, () => {})).rejects.toMatchObject({
    name: 'ProviderError',
    retryable: true,
    mayBeCharged: true,
  })
})
