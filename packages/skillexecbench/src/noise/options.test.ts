import { expect, test } from 'vitest'
import { noiseParameters, noiseVariant, requireNoise } from './options.ts'
import type { NoiseCondition } from './source.ts'

test.each([
  ['irrelevant', 5, 'noise-5'],
  ['chatter', 20, 'chatter-20'],
  ['overrides', 50, 'overrides-50'],
] as const)('%s, %i lines: %s', (condition: NoiseCondition, lines, name) => {
  expect(noiseVariant({ condition, lines })).toBe(name)
  expect(requireNoise(noiseParameters({ condition, lines }))).toEqual({ condition, lines })
})

test.each([
  [undefined, /condition/],
  ['noise-20', /condition/],
  [{ condition: 'loud', lines: 1 }, /one of irrelevant, chatter, overrides, not "loud"/],
  [{ condition: 'toString', lines: 1 }, /condition/],
  [{ condition: 'chatter' }, /noise.lines must be a positive integer, not undefined/],
  [{ condition: 'chatter', lines: 0 }, /lines/],
  [{ condition: 'chatter', lines: 1.5 }, /lines/],
])('refuses %j', (value, message) => {
  expect(() => requireNoise(value)).toThrow(message)
  expect(() => requireNoise(value)).toThrow(expect.objectContaining({ code: 'invalid-option' }))
})
