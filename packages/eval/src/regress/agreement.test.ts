import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agreement } from './agreement.ts'

const action = fc.oneof(
  fc.string(),
  fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.array(fc.string()))),
)
const decision = fc.record({ action, after: fc.dictionary(fc.string(), fc.integer()) })

test('a decision agrees with itself in everything', () => {
  fc.assert(
    fc.property(decision, (each) => {
      expect(agreement(each, structuredClone(each))).toEqual({
        action: true,
        normalisedAction: true,
        state: true,
      })
    }),
  )
})

test('agreement is symmetric, and the same action is the same when normalised', () => {
  fc.assert(
    fc.property(decision, decision, (a, b) => {
      const found = agreement(a, b)
      expect(agreement(b, a)).toEqual(found)
      if (found.action) expect(found.normalisedAction).toBe(true)
    }),
  )
})

test('case and white space are all that is normalised', () => {
  const after = {}
  const compare = (a: string, b: string) => agreement({ action: a, after }, { action: b, after })
  expect(compare('Move  item1\n', 'move item1')).toMatchObject({ action: false, normalisedAction: true })
  expect(compare('move item1', 'move item2')).toMatchObject({ action: false, normalisedAction: false })
  expect(
    agreement({ action: { name: ' Ls ', n: 1 }, after }, { action: { n: 1, name: 'ls' }, after }),
  ).toMatchObject({ action: false, normalisedAction: true })
})

test('the order of keys tells no states apart', () => {
  const [a, b] = [
    { x: 1, y: { z: 2, w: 3 } },
    { y: { w: 3, z: 2 }, x: 1 },
  ]
  expect(agreement({ action: '', after: a }, { action: '', after: b }).state).toBe(true)
  expect(agreement({ action: '', after: a }, { action: '', after: { ...b, x: 2 } }).state).toBe(false)
})
