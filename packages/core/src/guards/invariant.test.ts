import { describe, expect, it } from 'vitest'
import { tryGuards } from '../../test/try-guards.ts'
import { invariant } from './invariant.ts'

const fewer = invariant('capacity', ({ used }) =>
  typeof used === 'number' && used > 3 ? `expected at most 3 used, found ${used}` : true,
)
const shape = invariant('shape', { properties: { mode: { enum: ['on', 'off'] } }, required: ['mode'] })

describe('invariant', () => {
  it('accepts a state that keeps it', () => {
    expect(tryGuards([fewer, shape], { mode: 'on', used: 1 }, { used: 3 })).toEqual({ mode: 'on', used: 3 })
  })

  it('rejects with the name and the reason, of a function and of a schema', () => {
    expect(tryGuards([fewer, shape], { mode: 'on' }, { used: 4, mode: 'dim' })).toEqual([
      { path: '', message: 'capacity: expected at most 3 used, found 4' },
      { path: '/mode', message: 'shape: expected one of "on", "off"; found the string "dim"' },
    ])
  })

  it('judges the merged state, not the patch', () => {
    expect(tryGuards([shape], { mode: 'on' }, { other: 1 })).toEqual({ mode: 'on', other: 1 })
    expect(tryGuards([shape], { mode: 'on' }, { mode: null })).toMatchObject([{ path: '/mode' }])
  })

  it('rejects a schema that does not compile with one line', () => {
    expect(() => invariant('broken', { type: 'banana' })).toThrow(
      expect.objectContaining({
        code: 'invalid-option',
        message: expect.stringMatching(/^invariant "broken": its schema does not compile: [^\n]+$/),
      }),
    )
  })

  it('lets pass through what its function throws', () => {
    const failing = invariant('failing', () => {
      throw new Error('a bug')
    })
    expect(() => tryGuards([failing], {}, {})).toThrow('a bug')
  })
})
