import { merge } from '@skill-state/core'
import type { JsonObject } from '@skill-state/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Trace } from '../../manifest/trace.ts'
import { statesOf } from '../episode/data/use-episode.ts'
import { valueHistory } from '../episode/panels/why-panel.tsx'
import { isSame, parsePointer, valueAt } from './pointer.ts'
import { changedLines, stateLines } from './state-lines.ts'

type StepLine = Trace['steps'][number]

const leaf = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.array(fc.integer(), { maxLength: 2 }))
const names = fc.constantFrom('a', 'b', '__proto__', 'constructor', '')
const { state: anyState } = fc.letrec<{ state: JsonObject; value: unknown }>((tie) => ({
  state: fc
    .array(fc.tuple(names, tie('value')), { maxLength: 4 })
    .map((entries) =>
      JSON.parse(`{${entries.map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`).join()}}`),
    ),
  value: fc.oneof({ maxDepth: 2 }, leaf, tie('state')),
}))

const step = (index: number, more: Partial<StepLine>): StepLine => ({
  kind: 'step',
  index,
  rejections: [],
  fallback: false,
  action: 'Wait',
  stateHash: 'known',
  result: { text: '', done: false },
  durationMs: 0,
  ...more,
})

describe('a state by the recorded patches', () => {
  test('is what they merge to; a patch that was undone counts for nothing', () => {
    const steps = [
      step(0, { patch: { a: 1, b: { c: 2 } } }),
      step(1, { patch: { a: 9 }, rolledBack: ['/a'] }),
      step(2, { fallback: true }),
      step(3, { patch: { b: { c: null, d: [1] } } }),
    ]
    const first = { a: 1, b: { c: 2 } }
    expect(statesOf({ steps }, {})).toEqual([{}, first, first, first, { a: 1, b: { d: [1] } }])
  })
  test('is empty for a runtime without a state', () => {
    const { stateHash: _, ...plain } = step(0, {})
    expect(statesOf({ steps: [plain] }, {})).toBeUndefined()
  })
})

describe('the lines of two states', () => {
  test('show the later one without those that were removed, and the earlier one without those that were added', () => {
    fc.assert(
      fc.property(anyState, anyState, (before, after) => {
        const lines = stateLines(before, after)
        expect(isSame(written(lines, 'removed'), after)).toBe(true)
        expect(isSame(written(lines, 'added'), before)).toBe(true)
      }),
    )
  })
  test('are all the same for equal states', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        expect(changedLines(stateLines(state, structuredClone(state)))).toEqual([])
      }),
    )
  })
  test('that changed stand in the objects that they are in', () => {
    const lines = changedLines(stateLines({ a: { b: 1, c: 2 }, d: 3 }, { a: { b: 1, c: 4 }, d: 3 }))
    expect(lines.map(({ mark, path, closes }) => `${mark} ${path.join('/')}${closes ? ' }' : ''}`)).toEqual([
      'same a',
      'removed a/c',
      'added a/c',
      'same a }',
    ])
  })
})

test('the history of a value ends with the step that made it what it is', () => {
  const states = [{ a: 1 }, { a: 1, b: 2 }, { a: 3, b: 2 }, { b: 2 }]
  expect(valueHistory(states, ['a'])).toEqual([
    { step: undefined, before: undefined, after: 1 },
    { step: 1, before: 1, after: 3 },
    { step: 2, before: 3, after: undefined },
  ])
  expect(valueHistory(states, ['never'])).toEqual([])
})

test('replaying the changes of every value from the first state gives the last', () => {
  fc.assert(
    fc.property(fc.array(anyState, { minLength: 1, maxLength: 4 }), (patches) => {
      const states: JsonObject[] = [{}]
      for (const patch of patches) states.push(merge(states.at(-1) ?? {}, patch))
      const last = states.at(-1) ?? {}
      for (const key of Object.keys(last)) {
        expect(isSame(valueHistory(states, [key]).at(-1)?.after, last[key])).toBe(true)
      }
    }),
  )
})

test('a pointer is read as RFC 6901 has it, and reaches own keys alone', () => {
  expect(parsePointer('/a~1b/m~0n/')).toEqual(['a/b', 'm~n', ''])
  expect(parsePointer('')).toEqual([])
  expect(valueAt({ a: { b: 1 } }, ['a', 'b'])).toBe(1)
  expect(valueAt({ a: [1] }, ['a', '0'])).toBeUndefined()
  expect(valueAt({}, ['constructor'])).toBeUndefined()
})

/** The state that lines tell, without those of one mark. */
function written(lines: ReturnType<typeof stateLines>, without: 'added' | 'removed'): JsonObject {
  const texts: string[] = []
  for (const { mark, path, value, closes } of lines) {
    if (mark === without) continue
    if (closes) texts.push('}')
    else
      texts.push(
        `${texts.length === 0 || texts.at(-1)?.endsWith('{') ? '' : ','}${JSON.stringify(path.at(-1))}:${value === undefined ? '{' : JSON.stringify(value)}`,
      )
  }
  return JSON.parse(`{${texts.join('')}}`)
}
