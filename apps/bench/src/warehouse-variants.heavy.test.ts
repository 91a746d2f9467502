import { execFileSync } from 'node:child_process'
import { warehouseBenchmark } from '@skill-state/skillexecbench'
import { describe, expect, test } from 'vitest'
import { figuresOf, playSeeds, taskOf } from '../test/play.ts'

type WarehouseVariant = NonNullable<Parameters<typeof warehouseBenchmark>[0]>

/** Runtimes whose context drops nothing that the warehouse needs. */
const whole = ['skill-state', 'skill-state-guarded', 'prompt', 'stateful', 'memory']
const lossy = ['truncated', 'summary-capped']

async function playVariant(variant: WarehouseVariant, runtime: string, horizon: number) {
  const played = await playSeeds(warehouseBenchmark(variant), horizon, runtime)
  return played.map(({ trace, prompts }) => ({
    figures: figuresOf({ trace, prompts }),
    trace,
    /** The prompt of each step; a summariser's calls are left out. */
    prompts: prompts.filter((prompt) => prompt.includes('Latest Observation: ')),
  }))
}

const noises = (['irrelevant', 'chatter', 'overrides'] as const).flatMap((condition) =>
  [5, 20, 50].map((lines) => ({ noise: { condition, lines } })),
)
const loads = [{ load: 100 }, { load: 490 }]
const scenarios = (['A', 'B', 'C', 'D'] as const).map((scenario) => ({ scenario }))

describe.each(whole)('%s', (runtime) => {
  test.each([...noises, ...loads, ...scenarios])('scores 1.00 with %j', async (variant) => {
    for (const horizon of [10, 50]) {
      for (const { figures } of await playVariant(variant, runtime, horizon)) {
        expect(figures).toMatchObject({ score: 1, retries: 0, fallbacks: 0 })
      }
    }
  })

  test.each(['A', 'B', 'C'] as const)('recovers at once in scenario %s', async (scenario) => {
    for (const variant of [
      { scenario },
      { scenario, load: 100, noise: { condition: 'chatter', lines: 20 } as const },
    ]) {
      for (const { figures } of await playVariant(variant, runtime, 50)) {
        expect(figures.metrics).toMatchObject({ recovered: 1, recoverySteps: 0 })
      }
    }
  })
})

test.each([...whole, ...lossy])('%s does not pass the negative control', async (runtime) => {
  for (const horizon of [10, 50, 100]) {
    for (const { figures } of await playVariant({ scenario: 'D' }, runtime, horizon)) {
      expect(figures.metrics).toMatchObject({ recovered: 0 })
      expect(figures.metrics).not.toHaveProperty('recoverySteps')
    }
  }
})

/** The item and the shelf that an action takes to belong together. */
function claimOf(action: unknown): readonly [item: string, shelf: string] | undefined {
  const [, , item, shelf] = /^(Ship|Move) (\S+) (\S+)/.exec(typeof action === 'string' ? action : '') ?? []
  return item === undefined || shelf === undefined ? undefined : [item, shelf]
}

/** Whether a line of the prompt, or an entry of its state, puts the item on the shelf. */
function tells(prompt: string, item: string, shelf: string): boolean {
  return [
    `"${shelf}":"${item}"`,
    `"${shelf}": "${item}"`,
    `${item} on ${shelf},`,
    `${item} on ${shelf}.`,
    ` to ${shelf}.`,
    ` to ${shelf} by another worker.`,
    `on ${shelf} has a new barcode; it is now ${item}.`,
  ].some((text) => prompt.includes(text))
}

/** Where the runtimes drop what is needed. A good summary of a few items fits any cap, so that one needs a load. */
const lossyCells: readonly (readonly [runtime: string, variant: WarehouseVariant])[] = [
  ['truncated', {}],
  ['truncated', { scenario: 'B' }],
  ['truncated', { noise: { condition: 'irrelevant', lines: 20 } }],
  ['truncated', { load: 100 }],
  ['truncated', { load: 490 }],
  ['summary-capped', { load: 100 }],
  ['summary-capped', { load: 490 }],
]

test.each(lossyCells)(
  '%s loses with %j what its prompt does not tell, and nothing else',
  async (runtime, variant) => {
    let lost = 0
    for (const { trace, prompts, figures } of await playVariant(variant, runtime, 100)) {
      expect(prompts).toHaveLength(100)
      expect(figures.score).toBeLessThan(1)
      for (const { index, action } of trace.steps) {
        const prompt = prompts[index] ?? ''
        const claim = claimOf(action)
        if (claim !== undefined) expect(tells(prompt, ...claim)).toBe(true)
        const newest = prompt.slice(prompt.lastIndexOf('Latest Observation: '))
        const [, ordered] = /^Customer ordered (item_\d+)\.$/m.exec(newest) ?? []
        if (action !== 'Wait' || ordered === undefined) continue
        lost += 1
        expect(prompt).not.toMatch(new RegExp(`\\b${ordered} (on|to) shelf_\\d+[,.]`))
      }
    }
    expect(lost).toBeGreaterThan(0)
  },
)

test.each([...whole, ...lossy])('%s acts only on what its prompt tells', async (runtime) => {
  for (const { trace, prompts } of await playVariant({ load: 100, scenario: 'C' }, runtime, 50)) {
    for (const { index, action } of trace.steps) {
      const claim = claimOf(action)
      if (claim !== undefined) expect(tells(prompts[index] ?? '', ...claim)).toBe(true)
    }
  }
})

test('noise costs its characters once in SKILL.state, and with every turn in a transcript', async () => {
  const mean = async (runtime: string, variant: WarehouseVariant): Promise<number> => {
    const played = await playVariant(variant, runtime, 50)
    return played.reduce((sum, { figures }) => sum + (figures.meanPromptChars ?? 0) / played.length, 0)
  }
  const noise = { condition: 'irrelevant', lines: 20 } as const
  const perTurn = (await mean('skill-state', { noise })) - (await mean('skill-state', {}))
  const grown = (await mean('prompt', { noise })) - (await mean('prompt', {}))
  expect(perTurn).toBeGreaterThan(20 * 40)
  expect(perTurn).toBeLessThan(20 * 70)
  expect(grown / perTurn).toBeGreaterThan(24)
  expect(grown / perTurn).toBeLessThan(27)
})

test('a load makes the state, not the observation, what fills the prompt of SKILL.state', async () => {
  const [full] = await playVariant({ load: 490 }, 'skill-state', 100)
  const sizes = full?.figures.stepPromptChars ?? []
  for (const size of sizes.slice(1)) expect(Math.abs((size ?? 0) - (sizes[50] ?? 0))).toBeLessThan(400)
  expect(sizes[50]).toBeGreaterThan(490 * 20)
})

test('another process observes the same', async () => {
  const variant = { load: 100, scenario: 'C', noise: { condition: 'overrides', lines: 5 } } as const
  const script = `
    import { warehouseBenchmark } from '@skill-state/skillexecbench'
    const benchmark = warehouseBenchmark(${JSON.stringify(variant)})
    const [task] = benchmark.tasks({ seeds: [42], horizons: [50] })
    const environment = benchmark.open(task)
    const seen = [await environment.reset({ seed: 42 })]
    while (!seen.at(-1).done) seen.push(await environment.step('Move item_' + seen.length + ' shelf_0 shelf_1'))
    process.stdout.write(JSON.stringify([seen, await environment.outcome()]))`
  const flags = ['--conditions=@skill-state/source', '--input-type=module', '-e', script]
  const elsewhere: unknown = JSON.parse(
    execFileSync(process.execPath, flags, { cwd: import.meta.dirname, encoding: 'utf8' }),
  )
  const benchmark = warehouseBenchmark(variant)
  const environment = benchmark.open(taskOf(benchmark, 50))
  const seen = [await environment.reset({ seed: 42 })]
  while (seen.at(-1)?.done === false) {
    seen.push(await environment.step(`Move item_${seen.length} shelf_0 shelf_1`))
  }
  expect(elsewhere).toEqual([seen, await environment.outcome()])
})
