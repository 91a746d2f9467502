import { testEnvironment } from '@skill-state/protocol/conformance'
import { describe, expect, test } from 'vitest'
import { type Memory, meanReward, taskOf } from '../../test/play.ts'
import { warehouse2, warehouse2Benchmark } from './benchmark.ts'
import { generateDockEvents } from './events.ts'

describe('conformance', () => {
  const suite = testEnvironment({
    open: () => warehouse2.open(taskOf(warehouse2, 3)),
    actions: ['Wait', 'Store item_a shelf_b', 'nonsense', 'Wait'],
    seed: 1,
    otherSeed: 3,
    reachesEnd: true,
  })
  for (const check of suite) test(check.name, () => check.run())
})

const seeds = Array.from({ length: 8 }, (_, index) => index + 1)

const mean = (horizon: number, shown: Memory): Promise<number> =>
  meanReward(warehouse2, warehouse2.tasks({ seeds, horizons: [horizon] }), shown)

test.each(['state', 'history', 'summary'] as const)('%s makes every fact known', async (shown) => {
  expect(await mean(100, shown)).toBe(1)
})

test.each([50, 100, 200])('the newest observation alone is worth at most 0.35 at T = %d', async (horizon) => {
  expect(await mean(horizon, 'nothing')).toBeLessThanOrEqual(0.35)
})

test('no event is about the item of the event before, and every event can be answered', () => {
  for (const seed of seeds) {
    const stock = new Set<string>()
    let before = ''
    for (const { kind, item } of generateDockEvents({ seed, horizon: 200, load: 6 })) {
      expect(item).not.toBe(before)
      expect(stock.has(item)).toBe(kind !== 'receive')
      if (kind === 'receive') stock.add(item)
      if (kind === 'order') stock.delete(item)
      before = item
    }
  }
})

test('the dock decides: another shelf, another item or another time is refused', async () => {
  const environment = warehouse2.open(taskOf(warehouse2, 20))
  const { text } = await environment.reset({ seed: 42 })
  const [, item, shelf] = /containing (item_\w{4}); the dock assigns (shelf_\w{4})\.$/.exec(text) ?? []
  expect((await environment.step(`Store ${item} shelf_aaaa`)).text).toMatch(
    /^Error: the dock did not assign that shelf/,
  )
  expect((await environment.step(`Store ${item} ${shelf}`)).text).toMatch(/^Error: that item is not waiting/)
  expect((await environment.step(`Ship ${item} ${shelf}`)).text).toMatch(
    /^Error: that item is not on that shelf\.\n/,
  )
  expect((await environment.outcome()).reward).toBe(0)
})

test.each(['Store', 'Store a', 'Move a b', 'Ship a b c', 'Wait now', 'Store  x'])(
  'cannot read %j',
  async (action) => {
    const environment = warehouse2.open(taskOf(warehouse2, 5))
    await environment.reset({ seed: 1 })
    expect((await environment.step(action)).text).toMatch(/^Error: that is not an action/)
  },
)

test('load and noise name the variant', () => {
  const made = warehouse2Benchmark({ load: 12, noise: { condition: 'irrelevant', lines: 5 } })
  expect(taskOf(made, 10)).toMatchObject({ variant: 'load-12-noise-5' })
  expect(() => warehouse2Benchmark({ load: 2 })).toThrow(/options of warehouse-2: load: .*3/)
})
