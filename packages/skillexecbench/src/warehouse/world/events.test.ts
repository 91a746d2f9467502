import fc from 'fast-check'
import { expect, test } from 'vitest'
import { generateEvents } from './plan.ts'

const options = fc.record({
  seed: fc.integer(),
  horizon: fc.integer({ min: 1, max: 300 }),
  shelves: fc.integer({ min: 1, max: 20 }),
})

test('the same options give the same events', () => {
  fc.assert(
    fc.property(options, (o) => {
      expect(generateEvents(o)).toEqual(generateEvents(o))
    }),
  )
})

test('every event concerns an item in stock, and finds room', () => {
  fc.assert(
    fc.property(options, (o) => {
      const stock = new Set<string>()
      let arrivals = 0
      const events = generateEvents(o)
      expect(events).toHaveLength(o.horizon)
      for (const { kind, item } of events) {
        if (kind === 'receive') {
          arrivals += 1
          expect(item).toBe(`item_${arrivals}`)
          stock.add(item)
        } else expect(stock).toContain(item)
        if (kind !== 'order') expect(stock.size).toBeLessThanOrEqual(o.shelves)
        if (kind === 'maintenance') expect(stock.size).toBeLessThan(o.shelves)
        if (kind === 'order') stock.delete(item)
      }
    }),
  )
})

test('kinds are equally likely while there is stock, and so are the items', () => {
  const counts = { receive: 0, order: 0, maintenance: 0 }
  let stocked = 0
  let drawn = 0
  let oldest = 0
  let expectedOldest = 0
  for (let seed = 0; seed < 20; seed += 1) {
    const stock: string[] = []
    for (const { kind, item } of generateEvents({ seed, horizon: 1_000, shelves: 500 })) {
      if (stock.length > 0) {
        counts[kind] += 1
        stocked += 1
      }
      if (kind !== 'receive') {
        drawn += 1
        expectedOldest += 1 / stock.length
        if (item === stock[0]) oldest += 1
      }
      if (kind === 'receive') stock.push(item)
      if (kind === 'order') stock.splice(stock.indexOf(item), 1)
    }
  }
  for (const count of Object.values(counts)) expect(count / stocked).toBeCloseTo(1 / 3, 1)
  expect(Math.abs(oldest - expectedOldest) / drawn).toBeLessThan(0.01)
})

test('neighbouring seeds differ early', () => {
  const starts = new Set<string>()
  for (let seed = 0; seed < 50; seed += 1) {
    starts.add(JSON.stringify(generateEvents({ seed, horizon: 15, shelves: 500 })))
  }
  expect(starts.size).toBe(50)
})
