import type { JsonObject } from '@skill-state/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../test/cpu-time.ts'
import { fuzzRuns } from '../../test/fuzz-runs.ts'
import { tryGuards } from '../../test/try-guards.ts'
import { isNamed, namedByAction } from './named-by-action.ts'

const state = {
  inventory: { shelf_1: 'item_1', shelf_12: 'item_12', shelf_2: 7, '': 'x' },
  orders: { o1: { open: true } },
  note: 'x',
}
const guards = [namedByAction({ paths: ['/inventory/*', '/orders/*'] })]

describe('namedByAction', () => {
  it.each<[unknown, JsonObject]>([
    ['Ship item_1 shelf_1', { inventory: { shelf_1: null } }],
    ['Ship item_1', { inventory: { shelf_1: null } }],
    ['Clear shelf_1.', { inventory: { shelf_1: 'item_9' } }],
    ['Wait', { inventory: { shelf_3: 'item_3' }, note: null }],
    ['Wait', { inventory: { shelf_1: 'item_1', shelf_4: null }, orders: { o1: {} } }],
    [{ tool: 'ship', args: [{ from: 'shelf_1' }] }, { inventory: { shelf_1: null } }],
    [{ tool: 'ship', id: 7 }, { inventory: { shelf_2: null } }],
    ['close o1', { orders: { o1: { open: false, by: 'me' } } }],
  ])('with the action %j accepts %j', (action, patch) => {
    expect(tryGuards(guards, state, patch, { action })).not.toBeInstanceOf(Array)
  })

  it.each<[unknown, JsonObject, string, string]>([
    [
      'Ship item_1 shelf_1',
      { inventory: { shelf_1: null, shelf_12: null } },
      '/inventory/shelf_12',
      'the patch deletes the string "item_12" here, but the action, the string "Ship item_1 shelf_1", does not name "shelf_12", "item_12": leave this entry as it is until an action is about it',
    ],
    ['Ship item_12 shelf_12', { inventory: { shelf_1: null } }, '/inventory/shelf_1', 'the patch deletes'],
    [
      'Store item_9 shelf_3',
      { inventory: { shelf_1: 'item_9' } },
      '/inventory/shelf_1',
      'the patch overwrites',
    ],
    ['Wait 70', { inventory: { shelf_2: null } }, '/inventory/shelf_2', 'does not name "shelf_2", "7"'],
    ['Wait', { inventory: { '': 'y' } }, '/inventory/', 'does not name'],
    ['Wait', { orders: { o1: { open: false } } }, '/orders/o1/open', 'does not name "o1"'],
    ['Ship shelf_1', { inventory: null }, '/inventory/shelf_12', 'the patch deletes'],
    [
      { shelf_1: true },
      { inventory: { shelf_1: null } },
      '/inventory/shelf_1',
      'an object with the key "shelf_1"',
    ],
    [
      undefined,
      { inventory: { shelf_1: null } },
      '/inventory/shelf_1',
      'but the action, nothing, does not name',
    ],
  ])('with the action %j rejects %j', (action, patch, path, message) => {
    expect(tryGuards(guards, state, patch, { action })).toContainEqual({
      path,
      message: expect.stringContaining(message),
    })
  })

  it('takes an action that is nested without end for one that names nothing', () => {
    const action = JSON.parse(`${'['.repeat(20_000)}"shelf_1"${']'.repeat(20_000)}`)
    expect(tryGuards(guards, state, { inventory: { shelf_1: null } }, { action })).toHaveLength(1)
  })
})

describe('isNamed', () => {
  it.each<[string, string, boolean]>([
    ['shelf_1', 'shelf_1', true],
    ['(shelf_1)', 'shelf_1', true],
    ['to shelf_1.', 'shelf_1', true],
    ['to shelf_1-', 'shelf_1', true],
    ['src/shelf_1:3', 'shelf_1', true],
    ['shelf_12 or shelf_1', 'shelf_1', true],
    ['shelf_1-b', 'shelf_1', false],
    ['1.5', '1', false],
    ['a.shelf_1', 'shelf_1', false],
    ['éshelf_1', 'shelf_1', false],
    ['shelf_1\u{1d7d8}', 'shelf_1', false],
    ['\u{1f600}shelf_1\u{1f600}', 'shelf_1', true],
    ['a+b', 'a+b', true],
    ['', '', false],
  ])('%j names %j: %s', (text, name, named) => {
    expect(isNamed(text, name)).toBe(named)
  })

  it('law: finds a name wherever it is as a whole word, also where it overlaps itself', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '-'), maxLength: 12 })
    const name = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '-'), minLength: 1, maxLength: 5 })
    const law = fc.property(text, name, (candidate, wanted) => {
      const whole = new RegExp(`(?<!\\w|\\w-)(?=${wanted}(?!\\w|-\\w))`)
      expect(isNamed(candidate, wanted)).toBe(whole.test(candidate))
    })
    fc.assert(law, { numRuns: fuzzRuns(2_000) })
  })

  it.each(['a', '! ', 'ab', 'a.'])('takes linear time on 100 kB of %j', (unit) => {
    const text = unit.repeat(100_000 / unit.length)
    const half = text.slice(0, 50_000)
    const used = cpuTime(() => {
      for (const name of [unit, half, `${half}x`, `x${half}`]) isNamed(`x${text}x`, name)
    })
    expect(used).toBeLessThan(1_000)
  })

  it('law: a name between spaces is found, whatever it and the text are', () => {
    const law = fc.property(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary', minLength: 1 }),
      (text, name) => {
        expect(isNamed(`${text} ${name} ${text}`, name)).toBe(true)
      },
    )
    fc.assert(law, { numRuns: fuzzRuns(500) })
  })
})
