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

test('a stream without the last event is cut off', async () => {
  const stream = events({ type: 'response.output_text.delta', delta: 'a' }, null, 'x')
  await expect(finalResponse(stream, () => {})).rejects.toMatchObject({
    name: 'ProviderError',
    retryable: true,
    mayBeCharged: true,
  })
})
