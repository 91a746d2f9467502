import type { JsonObject } from '@skill-state/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPatch, anyState } from '../../test/any-state.ts'
import { fuzzRuns } from '../../test/fuzz-runs.ts'
import { tryGuards } from '../../test/try-guards.ts'
import { State } from '../state/state.ts'
import { maxStateChars } from './max-state-chars.ts'

describe('maxStateChars', () => {
  it('says the size, the cap and the largest fields', () => {
    const state = {
      log: ['a'.repeat(20)],
      inventory: { s1: 'x', notes: { long: 'é'.repeat(10) } },
      a: 1,
      b: true,
    }
    expect(tryGuards([maxStateChars(50)], state, {})).toEqual([
      {
        path: '',
        message:
          'expected a state of at most 50 characters, found 150; the largest fields: /inventory/notes/long (62), /log (24), /b (4): delete or shorten what is no longer needed',
      },
    ])
  })

  it('exposes its cap', () => {
    expect(maxStateChars(100).maxStateChars).toBe(100)
  })

  it.each([1, -1, 2.5, Number.NaN, Infinity])('rejects the cap %s', (most) => {
    expect(() => maxStateChars(most)).toThrow(expect.objectContaining({ code: 'invalid-option' }))
  })

  it('law: accepts exactly the states that are short enough', () => {
    const law = fc.property(anyState, anyPatch, fc.integer({ min: 2, max: 60 }), (before, patch, most) => {
      const after = tryGuards([maxStateChars(most)], before, patch)
      const free = State.from(tryGuards([], before, patch) as JsonObject)
      expect(Array.isArray(after)).toBe(free.text.length > most)
    })
    fc.assert(law, { numRuns: fuzzRuns(500) })
  })
})
