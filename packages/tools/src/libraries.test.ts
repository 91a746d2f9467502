import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type AnyTool, tool } from './tool.ts'
import { ToolWorld } from './tool-world.ts'

const executed: unknown[] = []
const execute = (input: unknown): string => {
  executed.push(input)
  return 'booked'
}
const description = 'Books a room.'

const libraries: Readonly<Record<string, AnyTool>> = {
  zod: tool({ description, input: z.object({ room: z.string(), nights: z.number().min(1) }), execute }),
  valibot: tool({
    description,
    input: toStandardJsonSchema(v.object({ room: v.string(), nights: v.pipe(v.number(), v.minValue(1)) })),
    execute,
  }),
  arktype: tool({ description, input: type({ room: 'string', nights: 'number >= 1' }), execute }),
}

test.each(Object.entries(libraries))('an input may be a schema of %s', async (_, book) => {
  const world = new ToolWorld({ tools: { book } })
  expect(world.actions[0]?.parameters).toMatchObject({
    type: 'object',
    properties: { room: { type: 'string' }, nights: { type: 'number', minimum: 1 } },
  })
  await world.reset()
  executed.length = 0
  expect(await world.step({ book: { room: 'R1', nights: 0 } })).toMatchObject({
    text: expect.stringMatching(/^The input of book was rejected, and nothing was done: \/nights: /),
    refused: true,
  })
  expect(executed).toEqual([])
  expect(await world.step({ book: { room: 'R1', nights: 2 } })).toMatchObject({ text: 'booked' })
  expect(executed).toEqual([{ room: 'R1', nights: 2 }])
})
