import type { Environment, JsonObject, Step } from '@skill-state/protocol'
import { expect, it } from 'vitest'
import type { StateMistake } from '../trace/trace.ts'
import { stateJudge } from './state-mistakes.ts'

const environment = (expected: () => JsonObject): Environment => ({
  reset: async () => ({ text: '', done: false }),
  step: async () => ({ text: '', done: false }),
  outcome: async () => ({ reward: 0 }),
  close: async () => {},
  expectedState: expected,
})

/** What the judge says of states, each beside what it should be. */
function judge(pairs: readonly (readonly [JsonObject, JsonObject])[]): (StateMistake | undefined)[] {
  let should: JsonObject = {}
  const judged = stateJudge(environment(() => should))
  return pairs.map(([state, expected]) => {
    should = expected
    return judged({ state: { toJSON: () => state }, fallback: false } as unknown as Step)
  })
}

it('finds nothing in states that are as they should be', () => {
  expect(
    judge([
      [{ a: {} }, {}],
      [{ a: { x: 1 } }, { a: { x: 1 } }],
    ]),
  ).toEqual(['none', 'none'])
})

it('tells a lost or changed entry from one that is wrong or missing', () => {
  const full = { a: { x: 1, y: 2 } }
  expect(
    judge([
      [full, full],
      [{ a: { y: 2 } }, full],
    ]),
  ).toEqual(['none', 'overwrite'])
  expect(
    judge([
      [full, full],
      [{ a: { x: 3, y: 2 } }, full],
    ]),
  ).toEqual(['none', 'overwrite'])
  expect(
    judge([
      [full, full],
      [{ a: { x: 1, y: 2, z: 4 } }, { a: { x: 1, y: 2, z: 3 } }],
    ]),
  ).toEqual(['none', 'wrong'])
  expect(
    judge([
      [full, full],
      [full, { a: { x: 1 } }],
    ]),
  ).toEqual(['none', 'wrong'])
})

it('blames the step that made it wrong, once', () => {
  const full = { x: 1, y: [1] }
  expect(
    judge([
      [full, full],
      [{ x: 1 }, full],
      [{ x: 1 }, full],
      [full, full],
    ]),
  ).toEqual(['none', 'overwrite', 'none', 'none'])
})

it('says nothing if the environment or the runtime does not tell', () => {
  const silent = stateJudge({ ...environment(() => ({})), expectedState: () => undefined })
  expect(silent({ state: { toJSON: () => ({ a: 1 }) }, fallback: false } as unknown as Step)).toBeUndefined()
  const judged = stateJudge(environment(() => ({ a: 1 })))
  expect(judged({ fallback: false } as unknown as Step)).toBeUndefined()
})
