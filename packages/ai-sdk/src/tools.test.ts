import { agent } from '@skill-state/agent'
import { jsonSchema, tool } from 'ai'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { scriptedModel } from '../test/scripted-model.ts'
import { fromLanguageModel, fromTools } from './index.ts'

const written = (action: object): string =>
  `\`\`\`json\n${JSON.stringify({ state_patch: {}, action })}\n\`\`\``

/** The prompt that follows a call of a tool, and why the turn ended. */
async function call(
  tools: Parameters<typeof fromTools>[0],
  action: object,
): Promise<{ prompt: string; end: unknown }> {
  const prompts: string[] = []
  const model = scriptedModel((prompt) => {
    prompts.push(prompt)
    return written(prompts.length === 1 ? action : { reply: 'Done.' })
  })
  const desk = agent({
    model: fromLanguageModel(model),
    instructions: 'Call.',
    state: { type: 'object', additionalProperties: false },
    tools: await fromTools(tools),
  })
  const session = await desk.open({ id: 'a' })
  let end: unknown
  for await (const event of session.send('Go.')) if (event.type === 'turn-ended') end = event.end
  return { prompt: /\nResult: (.*)/.exec(prompts.at(-1) ?? '')?.[1] ?? '', end }
}

test('a tool with a zod schema runs, with its defaults and its own view of the result', async () => {
  const add = tool({
    description: 'Adds.',
    inputSchema: z.object({ a: z.number(), b: z.number().default(2) }),
    execute: async ({ a, b }) => ({ sum: a + b }),
    toModelOutput: ({ output }) => ({ type: 'text', value: `sum ${output.sum}` }),
  })
  expect(await call({ add }, { add: { a: 1 } })).toEqual({ prompt: 'sum 3', end: 'replied' })
})

test('a tool that yields results gives its last one', async () => {
  const count = tool({
    description: 'Counts.',
    inputSchema: jsonSchema({ type: 'object' }),
    async *execute() {
      yield 'one'
      yield 'two'
    },
  })
  expect((await call({ count }, { count: {} })).prompt).toBe('two')
})

test('a tool that needs approval waits for it, and one without execute waits for its result', async () => {
  const inputSchema = jsonSchema({ type: 'object' })
  const pay = tool({ description: 'Pays.', inputSchema, needsApproval: true, execute: async () => 'paid' })
  const ask = tool({ description: 'Asks.', inputSchema, outputSchema: jsonSchema({ type: 'string' }) })
  expect((await call({ pay }, { pay: {} })).end).toBe('waiting')
  expect((await call({ ask }, { ask: {} })).end).toBe('waiting')
})

test('an input that its schema rejects does not reach the tool', async () => {
  const inputs: unknown[] = []
  const strict = tool({
    description: 'Takes a word.',
    inputSchema: z.object({ word: z.string().refine((word) => word === 'please') }),
    execute: async (input) => {
      inputs.push(input)
      return 'ok'
    },
  })
  expect((await call({ strict }, { strict: { word: 'now' } })).prompt).toContain(
    'The input of strict was rejected',
  )
  expect(inputs).toEqual([])
})
