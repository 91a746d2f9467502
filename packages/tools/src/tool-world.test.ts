import { expect, test } from 'vitest'
import { z } from 'zod'
import { tool } from './tool.ts'
import { ToolFailure } from './tool-failure.ts'
import { ToolWorld } from './tool-world.ts'

const divide = tool({
  description: 'Divides.',
  input: z.object({ a: z.number(), b: z.number().refine((b) => b !== 0, 'must not be 0') }),
  execute: async ({ a, b }) => {
    if (a > 100) throw new ToolFailure('a is too large: divide it first')
    if (a < 0) throw new TypeError('negative')
    return a / b
  },
})

async function act(action: Parameters<ToolWorld['step']>[0]): Promise<unknown> {
  const world = new ToolWorld({ tools: { divide } })
  await world.reset()
  return await world.step(action)
}

test('an input that its schema rejects never reaches the tool', async () => {
  expect(await act({ divide: { a: 1, b: 0 } })).toEqual({
    text: 'The input of divide was rejected, and nothing was done: /b: must not be 0',
    done: false,
    refused: true,
  })
})

test('a failure is shown in the words of the tool, any other error with its name', async () => {
  expect(await act({ divide: { a: 101, b: 1 } })).toMatchObject({
    text: 'a is too large: divide it first',
    refused: true,
  })
  expect(await act({ divide: { a: -1, b: 1 } })).toMatchObject({
    text: 'divide failed: negative',
    refused: true,
  })
  const evidence = [{ tool: 'divide', input: { a: 6, b: 3 }, text: '2' }]
  expect(await act({ divide: { a: 6, b: 3 } })).toEqual({ text: '2', done: false, evidence })
  const get = {
    description: 'Gets.',
    input: { type: 'object' },
    execute: () => Promise.reject(new TypeError('fetch failed', { cause: new Error('other side closed') })),
  } as const
  const network = new ToolWorld({ tools: { get } })
  await network.reset()
  expect(await network.step({ get: {} })).toMatchObject({
    text: 'get failed: fetch failed (other side closed)',
  })
})

test('a reply is an action only in a conversation', async () => {
  expect(await act({ reply: 'hello' })).toMatchObject({ refused: true })
  const world = new ToolWorld({ tools: { divide }, conversation: 'with-tools' })
  await world.reset()
  expect(await world.step({ reply: 'hello' })).toEqual({ text: '', done: false, waiting: { for: 'reply' } })
})
