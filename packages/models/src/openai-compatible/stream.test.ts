import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wholeCompletion } from './stream.ts'

async function* chunks(...all: readonly unknown[]): AsyncGenerator<unknown> {
  yield* all
}
const silent = (): void => {}
const delta = (value: unknown, finish_reason: string | null = null) => ({
  model: 'exact',
  choices: [{ index: 0, delta: value, finish_reason }],
})
const usage = { prompt_tokens: 1, completion_tokens: 2 }

test('content, with usage in a chunk of its own', async () => {
  const stream = chunks(
    delta({ role: 'assistant', content: '' }),
    delta({ content: 'hel' }),
    delta({ content: 'lo' }),
    delta({}, 'stop'),
    { model: 'exact', choices: [], usage },
  )
  expect(await wholeCompletion(stream, silent)).toEqual({
    model: 'exact',
    usage,
    choices: [{ finish_reason: 'stop', message: { content: 'hello', refusal: '', tool_calls: [] } }],
  })
})

test('the arguments of the first call, in pieces', async () => {
  const stream = chunks(
    delta({ tool_calls: [{ index: 0, id: 'c', function: { name: 'answer', arguments: '' } }] }),
    delta({ tool_calls: [{ index: 0, function: { arguments: '{"a"' } }] }),
    delta({ tool_calls: [{ index: 1, function: { arguments: '{"b"' } }] }),
    delta({ tool_calls: [{ index: 0, function: { arguments: ':1}' } }] }, 'tool_calls'),
  )
  expect(await wholeCompletion(stream, silent)).toMatchObject({
    choices: [{ message: { tool_calls: [{ function: { arguments: '{"a":1}' } }] } }],
  })
})

test.each<[string, readonly unknown[], string]>([
  [
    'content, without reasoning',
    [{ reasoning: 'Hm.' }, { content: 'Go ' }, { content: 'north.' }],
    'Go north.',
  ],
  [
    'the arguments of the first call',
    [
      { content: '', tool_calls: [{ index: 0, function: { arguments: '{"a"' } }] },
      { tool_calls: [{ index: 1, function: { arguments: '{}' } }] },
      { tool_calls: [{ index: 0, function: { arguments: ':1}' } }] },
    ],
    '{"a":1}',
  ],
  ['a refusal', [{ refusal: 'I ' }, { refusal: 'cannot' }], 'I cannot'],
])('the reply is heard: %s', async (_, deltas, reply) => {
  let heard = ''
  const stream = chunks(...deltas.map((each) => delta(each)), delta({}, 'stop'))
  await wholeCompletion(stream, (piece = '') => {
    heard += piece
  })
  expect(heard).toBe(reply)
})

test('the last usage and timings count', async () => {
  const stream = chunks(
    { ...delta({ content: 'a' }), usage: null },
    { ...delta({}, 'stop'), usage: { prompt_tokens: 0 } },
    {
      choices: [],
      usage,
      timings: { cache_n: 1 },
    },
  )
  expect(await wholeCompletion(stream, silent)).toMatchObject({ usage, timings: { cache_n: 1 } })
})

test('a stream without a finish reason is cut off', async () => {
  await expect(wholeCompletion(chunks(delta({ content: 'a' })), silent)).rejects.toMatchObject({
    retryable: true,
    mayBeCharged: true,
  })
  await expect(wholeCompletion(chunks(), silent)).rejects.toMatchObject({ mayBeCharged: true })
})

test('pieces of the reply are signs of life, also of hidden reasoning', async () => {
  let heard = 0
  const stream = chunks(
    delta({ role: 'assistant', content: '' }),
    delta({ reasoning_content: 'hm' }),
    delta({ reasoning: 'hm' }),
    delta({ content: 'a' }),
    delta({}, 'stop'),
    { choices: [], usage },
  )
  await wholeCompletion(stream, () => {
    heard += 1
  })
  expect(heard).toBe(3)
})

test('however a text is cut into pieces, it is the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string()), async (pieces) => {
      const stream = chunks(...pieces.map((content) => delta({ content })), delta({}, 'stop'))
      const whole = await wholeCompletion(stream, silent)
      expect(whole).toMatchObject({ choices: [{ message: { content: pieces.join('') } }] })
    }),
  )
})
