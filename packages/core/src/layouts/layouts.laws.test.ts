import type { JsonObject } from '@skill-state/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPatch, anyState } from '../../test/any-state.ts'
import { lawRuns } from '../../test/fuzz-runs.ts'
import { laidOut, playLaid, readState, sessions } from '../../test/laid-session.ts'
import { sorted } from '../../test/sorted.ts'
import { mergeState } from '../merge.ts'
import { State } from '../state/state.ts'
import { layouts } from './index.ts'
import { writeState } from './layout.ts'
import { Since } from './since.ts'

test.each(laidOut)(
  '%#: no prompt of $name is longer than certified, and each says the whole state',
  (layout) => {
    fc.assert(
      fc.property(sessions, (session) => playLaid(session, layout)),
      { numRuns: lawRuns(1_000) },
    )
  },
)

test.each(['log', 'overlay', 'base'] as const)(
  'the base and the %s are Σ_t, whatever the patches were',
  (written) => {
    fc.assert(
      fc.property(anyState, fc.array(anyPatch, { maxLength: 6 }), (initial, patches) => {
        let state = State.from(initial)
        let since = Since.begin(state)
        for (const patch of patches) {
          state = mergeState(state, patch).after
          since = since.next(patch)
          const { text } = writeState(state, since, written)
          expect(sorted(readState(text))).toEqual(sorted(state.toJSON()))
        }
      }),
      { numRuns: lawRuns(5_000) },
    )
  },
)

test('a layout begins each prompt with all of the one before, until it writes the state anew', () => {
  const shelves = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`shelf_${at}`, `item_${at}`]))
  const layout = layouts.baseLog()
  let state = State.from(shelves)
  let laid = layout.write(state, undefined)
  let anew = 0
  for (let step = 0; step < 100; step += 1) {
    const patch: JsonObject = { [`shelf_${(step * 7) % 200}`]: `item_${step * 31}` }
    state = mergeState(state, patch).after
    const next = layout.write(state, laid.since.next(patch))
    if (next.written === 'base') anew += 1
    else expect(next.text.startsWith(laid.text)).toBe(true)
    laid = next
  }
  expect(anew).toBeGreaterThan(0)
  expect(anew).toBeLessThan(7)
})

test('a state that is written anew begins with what has not changed', () => {
  const since = Since.begin(State.from({ a: 1, b: { x: 1, y: 2 }, c: 3 }))
    .next({ a: 2 })
    .next({ b: { x: 5 } })
  expect(Since.begin(State.EMPTY, since).text).toBe('{"c":3,"a":2,"b":{"y":2,"x":5}}')
})
