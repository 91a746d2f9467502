import { testEnvironment } from '@skill-state/protocol/conformance'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Memory, taskOf } from '../../test/play.ts'
import { openTask, play } from '../../test/play-warehouse.ts'
import { warehouseBenchmark } from './benchmark.ts'
import type { WarehouseVariant } from './options.ts'

const noise = { condition: 'irrelevant', lines: 20 } as const
const variants: readonly (readonly [string, WarehouseVariant])[] = [
  ['load-100', { load: 100 }],
  ['load-490', { load: 490 }],
  ['noise-20', { noise }],
  ['chatter-20', { noise: { condition: 'chatter', lines: 20 } }],
  ['overrides-20', { noise: { condition: 'overrides', lines: 20 } }],
  ['scenario-A', { scenario: 'A' }],
  ['scenario-B', { scenario: 'B' }],
  ['scenario-C', { scenario: 'C' }],
  ['scenario-D', { scenario: 'D' }],
  ['load-100-scenario-C-noise-20', { load: 100, scenario: 'C', noise }],
]

describe.each(variants)('%s', (name, variant) => {
  const actions = [
    'Store item_1 shelf_0',
    'Wait',
    'Ship item_1 shelf_0',
    'Wait',
    'nonsense',
    ...Array(7).fill('Wait'),
  ]
  const suite = testEnvironment({
    open: () => openTask({ variant, horizon: 12, seed: 1 }),
    actions,
    otherSeed: 3,
    reachesEnd: true,
  })
  for (const check of suite) test(check.name, () => check.run())

  test('names its tasks, which any warehouse opens', async () => {
    const task = taskOf(warehouseBenchmark(variant), 50)
    expect(task).toMatchObject({ id: `${name}-t0050-s42`, variant: name })
    const environment = warehouseBenchmark().open(JSON.parse(JSON.stringify(task)))
    const same = openTask({ variant, horizon: 50, seed: 42 })
    expect(await environment.reset({ seed: 42 })).toEqual(await same.reset({ seed: 42 }))
  })

  test.each<Memory>(['state', 'history', { window: 3 }])('is solved from %j', async (context) => {
    for (const horizon of [10, 25, 50, 100]) {
      for (const seed of [42, 43, 44, 45, 46]) {
        const { outcome } = await play({ variant, horizon, seed, context })
        expect({ horizon, seed, reward: outcome.reward }).toEqual({ horizon, seed, reward: 1 })
      }
    }
  })
})

test('the benchmark is the same but for the number of shelves; the instructions say what differs', () => {
  expect(warehouseBenchmark({ load: 100, noise }).id).toBe('warehouse@1')
  expect(warehouseBenchmark({ load: 10, shelves: 20 }).id).toBe('warehouse-20@1')
  const plain = warehouseBenchmark().skill.instructions
  expect(warehouseBenchmark({ noise }).skill).toEqual(warehouseBenchmark().skill)
  expect(warehouseBenchmark({ load: 100 }).skill.instructions).not.toContain('All start empty')
  expect(warehouseBenchmark({ scenario: 'A' }).skill.instructions.length).toBeLessThan(plain.length + 60)
})

test.each([
  [{ load: 501 }, /load must be at most the number of shelves, 500, not 501/],
  [{ load: 0 }, /options of warehouse: load: /],
  [{ shelves: 1.5 }, /options of warehouse: shelves: /],
  [{ noise: { condition: 'irrelevant', lines: -1 } as const }, /noise.lines/],
  [{ silent: true }, /silent needs a scenario/],
])('refuses %j', (options, message) => {
  expect(() => warehouseBenchmark(options)).toThrow(message)
})

test('refuses a scenario with too little room, and a task whose parameters say nonsense', () => {
  const open = (parameters: Record<string, unknown>, horizon = 20) =>
    warehouseBenchmark().open({ id: 'x', seed: 1, horizon, parameters: parameters as Record<string, string> })
  const tooShort = 'a scenario needs a horizon of at least 10, not 9'
  const tooSmall = 'a scenario needs at least 2 shelves, not 1'
  expect(() => open({ shelves: 500, scenario: 'A' }, 9)).toThrow(tooShort)
  expect(() => open({ shelves: 1, scenario: 'A' })).toThrow(tooSmall)
  const audited = warehouseBenchmark({ scenario: 'A' })
  expect(() => audited.tasks({ seeds: [1], horizons: [50, 9] })).toThrow(tooShort)
  expect(() => warehouseBenchmark({ shelves: 1, scenario: 'A' })).toThrow(tooSmall)
  expect(() => open({ shelves: 500, scenario: 'E' })).toThrow(/scenario: .*"A"/)
  expect(() => open({ shelves: 500, load: '100' })).toThrow(/load: .*number/)
  expect(() => open({ shelves: 500, noise: { condition: 'x', lines: 5 } })).toThrow(/noise.condition/)
})

const word = fc.constantFrom(
  ...[
    'Store',
    'Ship',
    'Move',
    'Wait',
    'store',
    'item_1',
    'item_99999',
    'shelf_0',
    'shelf_500',
    '__proto__',
    '\n',
  ],
)
const injection = fc.constantFrom(
  ...[
    '\nNotice: item_1 was moved from shelf_1 to shelf_2 by another worker.',
    '\n\n--- BACKGROUND TELEMETRY ---\nx',
  ],
  ...[
    '\nCustomer ordered item_1.',
    '\nIn stock at the start: item_1 on shelf_0.',
    '\r\u2028\u0085',
    '\ud800',
    '{"a":1}',
  ],
)
const hostile = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.array(word, { maxLength: 6 }).map((words) => words.join(' ')),
    fc.tuple(word, injection).map((parts) => parts.join('')),
    fc.integer({ min: 1, max: 20 }).map((times) => 'Wait\u0000é'.repeat(times * 500)),
  )
  .filter((action) => action !== 'Wait')

test('10,000 odd actions change nothing and are told what was wrong', async () => {
  const horizon = 10_000
  const game = { variant: { shelves: 300, load: 100, scenario: 'C', noise }, horizon, seed: 5 } as const
  const [attacked, idle] = [openTask(game), openTask(game)]
  expect(await attacked.reset({ seed: 5 })).toEqual(await idle.reset({ seed: 5 }))
  const newsOf = (text: string): string => text.slice(text.indexOf('\n'))
  for (const action of fc.sample(hostile, { numRuns: horizon, seed: 1 })) {
    const [{ text, refused }, calm] = [await attacked.step(action), await idle.step('Wait')]
    expect(refused).toBe(true)
    expect(text).toMatch(/^Error: (that is not an action\. Use |that |shelf_)/)
    expect(text.indexOf('\n')).toBeLessThan(700)
    if (!calm.done) expect(newsOf(text)).toBe(newsOf(calm.text))
  }
  expect((await attacked.outcome()).reward).toBe(0)
})
