import type { Turn } from '@skill-state/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { play } from '../../../test/play-warehouse.ts'
import { readSummary, summarise } from './inventory.ts'
import { warehousePlayer } from './player.ts'

const turnsOf = (...observations: string[]): Turn[] =>
  observations.map((observation) => ({ observation, response: 'Action: Wait' }))
const stored = turnsOf(
  'Shipment arrived containing item_1.',
  'Success: Stored item_1 on shelf_0.\nShipment arrived containing item_2.',
  'Success: Stored item_2 on shelf_41.\nShipment arrived containing item_3.',
  'Success: Stored item_3 on shelf_2.\nMaintenance required on shelf_0.',
  'Success: Moved item_1 from shelf_0 to shelf_5.\nCustomer ordered item_2.',
)

test('a summary holds what lies where, the newest fact last', () => {
  expect(summarise({ instructions: '', summary: '', turns: stored })).toBe(
    'In stock as far as known: item_2 on shelf_41, item_3 on shelf_2, item_1 on shelf_5.',
  )
  expect(summarise({ instructions: '', summary: '', turns: [] })).toBe('In stock as far as known: nothing.')
})

test('it continues from the summary before, and takes in stock lists and notices, but no telemetry', () => {
  const turns = turnsOf(
    'Success: Shipped item_2 from shelf_41.\nNotice: item_3 was moved from shelf_2 to shelf_9 by another worker.\nCustomer ordered item_3.\n\n--- BACKGROUND TELEMETRY ---\nNotice: item_1 was moved from shelf_5 to shelf_8 by another worker.',
    'In stock at the start: item_8 on shelf_1.\nx',
  )
  const summary = summarise({ instructions: '', summary: '', turns: stored })
  expect(summarise({ instructions: '', summary, turns })).toBe(
    'In stock as far as known: item_1 on shelf_5, item_3 on shelf_9, item_8 on shelf_1.',
  )
})

test('a fact that has changed is a new one', () => {
  const turns = [
    ...stored,
    ...turnsOf('Success: Waited.\nNotice: item_2 on shelf_41 has a new barcode; it is now item_4.\nx'),
  ]
  expect(summarise({ instructions: '', summary: '', turns })).toBe(
    'In stock as far as known: item_3 on shelf_2, item_1 on shelf_5, item_4 on shelf_41.',
  )
})

test('as many facts are kept as fit', () => {
  const fact = fc.tuple(fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: 0, max: 9_999 }))
  const facts = fc.uniqueArray(fact, { selector: ([, shelf]) => shelf, maxLength: 12 })
  fc.assert(
    fc.property(facts, fc.nat(400), (stock, maxChars) => {
      const turns = turnsOf(
        ...stock.map(([item, shelf]) => `Success: Stored item_${item} on shelf_${shelf}.`),
      )
      const text = (first: number): string =>
        summarise({ instructions: '', summary: '', turns: turns.slice(first) })
      const fitting = turns.findIndex((_, first) => text(first).length <= maxChars)
      const wanted = fitting === -1 ? text(turns.length) : text(fitting)
      expect(summarise({ instructions: '', summary: '', turns, maxChars })).toBe(
        wanted.length <= maxChars ? wanted : '',
      )
    }),
  )
})

test('if not all facts fit, the oldest are left out as a whole', () => {
  const view = { instructions: '', summary: '', turns: stored }
  const all = readSummary(summarise(view))
  const sizes = new Set<number>()
  for (let maxChars = 0; maxChars < 100; maxChars += 1) {
    const text = summarise({ ...view, maxChars })
    const facts = readSummary(text)
    expect(text.length).toBeLessThanOrEqual(maxChars)
    expect(facts).toEqual(all.slice(all.length - facts.length))
    sizes.add(facts.length)
  }
  expect([...sizes]).toEqual([0, 1, 2, 3])
})

test('a summary that somebody else cut ends before the half fact', () => {
  const text = summarise({ instructions: '', summary: '', turns: stored })
  for (let end = 0; end <= text.length; end += 1) {
    for (const [index, fact] of readSummary(text.slice(0, end)).entries()) {
      expect(fact).toEqual(readSummary(text)[index])
    }
  }
  expect(readSummary(text.slice(0, -1))).toHaveLength(2)
})

test('summarising turn by turn is summarising all of them', () => {
  fc.assert(
    fc.property(fc.nat(stored.length), (at) => {
      const first = summarise({ instructions: '', summary: '', turns: stored.slice(0, at) })
      expect(summarise({ instructions: '', summary: first, turns: stored.slice(at) })).toBe(
        summarise({ instructions: '', summary: '', turns: stored }),
      )
    }),
  )
})

test('the player knows what a summary tells it, and waits if that was left out', () => {
  const player = warehousePlayer(500)
  const observation = 'Success: Waited.\nCustomer ordered item_2.'
  const decide = (maxChars: number): unknown =>
    player.decide({
      instructions: '',
      history: [],
      observation,
      summary: summarise({ instructions: '', summary: '', turns: stored, maxChars }),
    }).action
  expect(decide(200)).toBe('Ship item_2 shelf_41')
  expect(decide(70)).toBe('Wait')
})

test('a capped summary costs score, more the tighter it is', async () => {
  const score = async (maxChars: number): Promise<number> => {
    let sum = 0
    for (const seed of [42, 43, 44, 45, 46]) {
      const context = { window: 3, maxChars }
      const { outcome, longestSummary } = await play({ variant: { load: 100 }, horizon: 100, seed, context })
      expect(longestSummary).toBeLessThanOrEqual(maxChars)
      sum += outcome.reward / 5
    }
    return sum
  }
  const scores = [await score(60), await score(600), await score(1_800), await score(10_000)]
  expect(scores).toEqual([...scores].sort((a, b) => a - b))
  expect(new Set(scores).size).toBe(4)
  expect(scores.at(-1)).toBe(1)
})
