import { expect, test } from 'vitest'
import { findOutputs } from './evaluation.ts'

test.each([
  ['8276.23', ['Total: $8,276.23'], true],
  ['8276.23', ['98276.239'], true],
  ['8276.23', ['8 276.23'], false],
  ['8276.23', ['8276', '.23'], false],
  ['8276.23', ['hello', '8276.23', 'bye'], true],
  ['1,000', ['1,000'], false],
  ['Maple Drive', ['943 MAPLE drive'], true],
  ['', ['anything'], true],
  ['', [], false],
])('%j in %j: %s', (output, said, found) => {
  expect(findOutputs([output], said)).toEqual(new Map([[output, found]]))
})

test('a content that is not a text raises, unless all outputs are found before it', () => {
  expect(findOutputs(['4', '5'], ['4 and 5', null])).toEqual(new Map(Object.entries({ 4: true, 5: true })))
  expect(() => findOutputs(['4', '6'], ['4 and 5', null])).toThrow(
    "'NoneType' object has no attribute 'lower'",
  )
  expect(() => findOutputs(['4'], [undefined, '4'])).toThrow("'content'")
  expect(findOutputs(['4'], ['4', undefined])).toEqual(new Map([['4', true]]))
  expect(findOutputs([], [null, undefined])).toEqual(new Map())
})
