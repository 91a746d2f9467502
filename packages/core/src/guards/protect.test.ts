import type { JsonObject } from '@skill-state/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPatch, anyState } from '../../test/any-state.ts'
import { fuzzRuns } from '../../test/fuzz-runs.ts'
import { tryGuards } from '../../test/try-guards.ts'
import { sameNode } from '../state/node.ts'
import { State } from '../state/state.ts'
import { placesIn, toPattern } from './parts/places.ts'
import { protect } from './protect.ts'

const state = {
  config: { mode: 'x', limits: { a: 1 } },
  orders: { o1: { id: 1, open: true } },
  list: [{ id: 1 }],
  customer: '',
}
const guards = [protect(['/customer', '/config', '/orders/*/id', '/list/0', '/later'])]

describe('protect', () => {
  it.each<[string, JsonObject]>([
    ['other places', { orders: { o1: { open: false } }, note: 'x' }],
    ['the same value again', { config: { mode: 'x', limits: { a: 1 } } }],
    ['an empty place', { later: { a: 1 }, orders: { o2: { id: 2 } } }],
    ['a place with the empty text of a default', { customer: 'Ada' }],
    ['an array that keeps the item', { list: [{ id: 1 }, { id: 2 }] }],
  ])('accepts %s', (_, patch) => {
    expect(tryGuards(guards, state, patch)).not.toBeInstanceOf(Array)
  })

  it.each<[JsonObject, string, string]>([
    [
      { config: { mode: 'y' } },
      '/config/mode',
      'expected the string "x", which is protected, found the string "y"',
    ],
    [{ config: { more: 1 } }, '/config/more', 'expected nothing, which is protected, found the number 1'],
    [{ config: { limits: null } }, '/config/limits', 'found nothing: leave it out of the patch'],
    [{ config: null }, '/config', 'expected an object with the keys "mode", "limits"'],
    [{ orders: { o1: { id: 2 } } }, '/orders/o1/id', 'expected the number 1'],
    [{ orders: { o1: null } }, '/orders/o1/id', 'found nothing'],
    [{ orders: 'none' }, '/orders/o1/id', 'found nothing'],
    [{ list: [{ id: 2 }] }, '/list/0', 'expected an object with the key "id"'],
  ])('rejects %j', (patch, path, message) => {
    expect(tryGuards(guards, state, patch)).toEqual([{ path, message: expect.stringContaining(message) }])
  })

  it('lets a place with the empty text be written once', () => {
    const guard = [protect(['/customer'])]
    expect(tryGuards(guard, { customer: '' }, { customer: 'Ada' })).toEqual({ customer: 'Ada' })
    expect(tryGuards(guard, { customer: 'Ada' }, { customer: '' })).toHaveLength(1)
    expect(tryGuards(guard, { customer: 'Ada' }, { customer: 'Bob' })).toHaveLength(1)
  })

  it('lists a bounded number of reasons', () => {
    const orders = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`o${at}`, { id: at }]))
    expect(tryGuards(guards, { orders }, { orders: null })).toHaveLength(11)
  })

  it.each(['orders', '/a~3', '/a~'])('rejects the place %j with one line', (place) => {
    expect(() => protect([place])).toThrow(
      expect.objectContaining({ code: 'invalid-option', message: expect.stringMatching(/^[^\n]+$/) }),
    )
  })

  it('names a key that is an asterisk', () => {
    const star = [protect(['/~2'])]
    expect(tryGuards(star, { '*': 1, a: 1 }, { a: 2 })).toEqual({ '*': 1, a: 2 })
    expect(tryGuards(star, { '*': 1, a: 1 }, { '*': 2 })).toHaveLength(1)
  })

  const pattern = fc.constantFrom('', '/a', '/*', '/a/*', '/*/b', '/*/*', '/x~1y', '/__proto__')
  it('law: what was at a protected place is there after every accepted patch, and rejections have a cause', () => {
    const law = fc.property(anyState, anyPatch, pattern, (before, patch, place) => {
      const after = tryGuards([protect([place])], before, patch)
      const free = tryGuards([], before, patch)
      const kept = (json: JsonObject): boolean =>
        [...placesIn(State.from(before), toPattern(place).steps)].every(({ path, value }) => {
          const [now] = placesIn(State.from(json), path)
          return now !== undefined && sameNode(now.value, value)
        })
      if (Array.isArray(after)) expect(kept(free as JsonObject)).toBe(false)
      else expect(kept(after as JsonObject)).toBe(true)
    })
    fc.assert(law, { numRuns: fuzzRuns(500) })
  })
})
