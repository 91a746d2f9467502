import { expect, test } from 'vitest'
import type { NoiseCondition } from './source.ts'
import { noiseSchema, noiseVariant } from './source.ts'

test.each([
  ['irrelevant', 5, 'noise-5'],
  ['chatter', 20, 'chatter-20'],
  ['overrides', 50, 'overrides-50'],
] as const)('%s, %i lines: %s', (condition: NoiseCondition, lines, name) => {
  expect(noiseVariant({ condition, lines })).toBe(name)
  expect(noiseSchema.parse({ condition, lines })).toEqual({ condition, lines })
})

test.each([
  [undefined, []],
  ['noise-20', []],
  [{ condition: 'loud', lines: 1 }, ['condition']],
  [{ condition: 'toString', lines: 1 }, ['condition']],
  [{ condition: 'chatter' }, ['lines']],
  [{ condition: 'chatter', lines: 0 }, ['lines']],
  [{ condition: 'chatter', lines: 1.5 }, ['lines']],
])('rejects %j', (value, path) => {
  expect(noiseSchema.safeParse(value).error?.issues).toMatchObject([{ path }])
})
