import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EpisodePlan, planEpisode, type Scenario } from './plan.ts'
import { loadSlack } from './walk.ts'

/** In the project `laws`: every case. */
const all = process.env.LAWS === 'all'

const scenario = fc.constantFrom<Scenario>('A', 'B', 'C', 'D')
const room = fc.integer({ min: 2, max: 40 }).chain((shelves) =>
  fc.record({
    shelves: fc.constant(shelves),
    load: fc.option(fc.integer({ min: 1, max: shelves }), { nil: undefined }),
  }),
)
const options = fc
  .tuple(room, fc.record({ seed: fc.integer(), horizon: fc.integer({ min: 10, max: 200 }) }))
  .map(([a, b]) => ({ ...a, ...b }))

/** Plays the plan in terms of items; gives the number of occupied shelves after each step. */
function occupancy({ stock, events, change }: EpisodePlan, shelves: number): number[] {
  const items = new Set(stock.map(([, item]) => item))
  const seen = new Set(items)
  return events.map(({ kind, item }, step) => {
    if (change?.step === step) {
      if (change.scenario === 'D') expect(seen.has(change.item) && !items.has(change.item)).toBe(true)
      else expect(items.delete(change.item)).toBe(true)
      if (change.scenario === 'B') expect(seen).not.toContain(change.name)
      if (change.scenario === 'B' || change.scenario === 'C') items.add(change.name)
      if (change.scenario === 'C') expect(items.size).toBeLessThan(shelves)
      seen.add(change.name)
    }
    const answerable =
      change === undefined || !('AD'.includes(change.scenario) && change.dependents.includes(step))
    if (kind === 'receive') {
      expect(seen).not.toContain(item)
      seen.add(item)
      items.add(item)
    } else if (answerable) expect(items).toContain(item)
    else expect(items).not.toContain(item)
    expect(items.size).toBeLessThanOrEqual(kind === 'maintenance' ? shelves - 1 : shelves)
    if (kind === 'order' && answerable) items.delete(item)
    return items.size
  })
}

test('every event can be answered, but for orders of what is gone', () => {
  fc.assert(
    fc.property(options, fc.option(scenario, { nil: undefined }), (o, s) => {
      const plan = planEpisode({ ...o, scenario: s })
      expect(plan.events).toHaveLength(o.horizon)
      expect(plan).toEqual(planEpisode({ ...o, scenario: s }))
      occupancy(plan, o.shelves)
    }),
    { numRuns: all ? 300 : 60 },
  )
})

describe('a scenario', () => {
  test('tells of the change, and then has events that depend on it and on nothing newer', () => {
    fc.assert(
      fc.property(options, scenario, (o, s) => {
        const { events, change } = planEpisode({ ...o, scenario: s })
        if (change === undefined) throw new Error('a scenario has a change')
        const { step, item, name, dependents } = change
        expect(step).toBeGreaterThanOrEqual(Math.floor(o.horizon / 4))
        expect(step).toBeLessThanOrEqual((2 * o.horizon) / 5 + 2)
        expect(dependents.length).toBeGreaterThan(0)
        expect(dependents.length).toBeLessThanOrEqual(8)
        expect(dependents).toEqual(dependents.map((_, index) => step + 3 * (index + 1)))
        const about = events.flatMap((event, at) =>
          at >= step && (event.item === item || event.item === name) ? [at] : [],
        )
        expect(about).toEqual(dependents)
        const kinds = dependents.map((at) => events[at]?.kind)
        if ('AD'.includes(s)) expect(new Set(kinds)).toEqual(new Set(['order']))
        else expect(kinds.indexOf('order')).toBe(kinds.length - 1)
        expect(name === item).toBe(s !== 'B')
      }),
      { numRuns: all ? 300 : 60 },
    )
  })

  test.each(['A', 'B', 'C', 'D'] as const)('%s has eight dependent events at T = 50', (letter) => {
    for (let seed = 0; seed < 100; seed += 1) {
      const { change } = planEpisode({ seed, horizon: 50, shelves: 500, scenario: letter })
      expect(change?.dependents).toHaveLength(8)
    }
  })

  test('comes at different steps and concerns different items', () => {
    const seen = Array.from({ length: 20 }, (_, seed) =>
      planEpisode({ seed, horizon: 50, shelves: 500, scenario: 'C' }),
    )
    expect(new Set(seen.map(({ change }) => change?.step)).size).toBeGreaterThan(4)
    expect(new Set(seen.map(({ change }) => change?.item)).size).toBeGreaterThan(4)
  })

  test('leaves what comes before the notice as it would have been', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const plain = planEpisode({ seed, horizon: 50, shelves: 500 })
      const { events, change } = planEpisode({ seed, horizon: 50, shelves: 500, scenario: 'B' })
      expect(events.slice(0, change?.step)).toEqual(plain.events.slice(0, change?.step))
    }
  })
})

describe('a load', () => {
  test('keeps the number of occupied shelves within its slack, from the first step', () => {
    fc.assert(
      fc.property(options, (o) => {
        const load = o.load ?? 1
        const plan = planEpisode({ ...o, load })
        expect(plan.stock).toHaveLength(load)
        for (const occupied of occupancy(plan, o.shelves)) {
          expect(Math.abs(occupied - load)).toBeLessThanOrEqual(loadSlack(load))
        }
      }),
    )
  })

  test('stays so in a scenario, where a fixed event may take one more', () => {
    fc.assert(
      fc.property(options, scenario, (o, s) => {
        const load = o.load ?? 1
        for (const occupied of occupancy(planEpisode({ ...o, load, scenario: s }), o.shelves)) {
          expect(occupied - load).toBeLessThanOrEqual(loadSlack(load))
          expect(load - occupied).toBeLessThanOrEqual(loadSlack(load) + 1)
        }
      }),
    )
  })

  test.each(['A', 'B', 'C', 'D'] as const)('has its whole band again after scenario %s', (letter) => {
    const counts: number[] = []
    for (let seed = 0; seed < (all ? 20 : 4); seed += 1) {
      const plan = planEpisode({ seed, horizon: 500, shelves: 500, load: 100, scenario: letter })
      counts.push(...occupancy(plan, 500).slice((plan.change?.dependents.at(-1) ?? 0) + 10))
    }
    expect([Math.min(...counts), Math.max(...counts)]).toEqual([95, 105])
  })

  test.each([10, 100, 490, 500])('%i is also what it is on average, and it moves', (load) => {
    const counts: number[] = []
    for (let seed = 0; seed < (all ? 20 : 4); seed += 1) {
      counts.push(...occupancy(planEpisode({ seed, horizon: 500, shelves: 500, load }), 500))
    }
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length
    expect(Math.abs(mean - load)).toBeLessThan(load === 500 ? 3 : 0.5)
    const low = load - loadSlack(load)
    expect([Math.min(...counts), Math.max(...counts)]).toEqual([low, Math.min(500, load + loadSlack(load))])
  })

  test('spreads its stock over all shelves, another way for another seed', () => {
    const stocks = [1, 2].map((seed) => planEpisode({ seed, horizon: 1, shelves: 500, load: 100 }).stock)
    for (const stock of stocks) {
      expect(new Set(stock.map(([shelf]) => shelf)).size).toBe(100)
      expect(Math.min(...stock.map(([shelf]) => shelf))).toBeLessThan(50)
      expect(Math.max(...stock.map(([shelf]) => shelf))).toBeGreaterThan(450)
    }
    expect(stocks[0]).not.toEqual(stocks[1])
  })
})
