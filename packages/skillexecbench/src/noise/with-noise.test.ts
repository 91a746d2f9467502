import type { Action, Environment, Observation } from '@skill-state/protocol'
import { testEnvironment } from '@skill-state/protocol/conformance'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { warehouseEnvironment } from '../warehouse/benchmark.ts'
import { repositoryNoise } from './repository.ts'
import type { NoiseSource } from './source.ts'
import { aboveTelemetry, TELEMETRY_HEADER, withNoise } from './telemetry.ts'
import { warehouseNoise } from './warehouse.ts'

const plain = (horizon = 12): Environment => warehouseEnvironment({ horizon, shelves: 500 })

const sources: readonly (readonly [string, NoiseSource])[] = [
  ...Object.entries(warehouseNoise).map(([name, source]) => [`warehouse ${name}`, source] as const),
  ...Object.entries(repositoryNoise).map(([name, source]) => [`repository ${name}`, source] as const),
]

async function observe(
  environment: Environment,
  seed: number,
  actions: readonly Action[],
): Promise<Observation[]> {
  const seen = [await environment.reset({ seed })]
  for (const action of actions) {
    if (seen.at(-1)?.done) break
    seen.push(await environment.step(action))
  }
  return seen
}

/** The lines below the header. */
const noiseOf = (observations: readonly Observation[]): string[] =>
  observations
    .filter(({ done }) => !done)
    .map(({ text }) => text.slice(text.indexOf(TELEMETRY_HEADER) + TELEMETRY_HEADER.length + 1))

describe.each(sources)('conformance with %s noise', (_, source) => {
  const suite = testEnvironment({
    open: () => withNoise(plain(5), { lines: 3, source }),
    actions: ['Store item_1 shelf_0', 'Wait', 'Ship item_1 shelf_0', 'nonsense', 'Wait'],
    otherSeed: 3,
    reachesEnd: true,
  })
  for (const check of suite) test(check.name, () => check.run())
})

test('an observation is followed by an empty line, the header and n lines; the end is not', async () => {
  const environment = withNoise(plain(1), { lines: 3, source: repositoryNoise.irrelevant })
  const first = await environment.reset({ seed: 1 })
  expect(first).toMatchObject({
    done: false,
    text: expect.stringMatching(
      /^Shipment arrived containing item_1\.\n\n--- BACKGROUND TELEMETRY ---(\n\[Syslog\] Server-\d+ CPU load: \d+%, RAM usage: \d+%){3}$/,
    ),
  })
  expect(await environment.step('Wait')).toEqual({ text: 'Success: Waited.', done: true })
})

test.each([5, 20, 50])('%i lines after each observation', async (lines) => {
  const environment = withNoise(plain(), { lines, source: warehouseNoise.irrelevant })
  for (const noise of noiseOf(await observe(environment, 7, ['Wait', 'Wait', 'bad']))) {
    expect(noise.split('\n')).toHaveLength(lines)
  }
})

const actions = fc.array(
  fc.oneof(fc.constantFrom('Wait', 'Store item_1 shelf_0', 'Ship item_1 shelf_0'), fc.string()),
  { maxLength: 12 },
)

test('the same seed gives the same noise, whatever the actions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), actions, fc.constantFrom(...sources), async (seed, chosen, [, source]) => {
      const open = (): Environment => withNoise(plain(), { lines: 4, source })
      const noise = noiseOf(await observe(open(), seed, chosen))
      const wanted = noiseOf(await observe(open(), seed, Array(12).fill('Wait')))
      expect(noise).toEqual(wanted.slice(0, noise.length))
    }),
  )
})

test('noise never changes the world', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), actions, fc.constantFrom(...sources), async (seed, chosen, [, source]) => {
      const [quiet, noisy] = [plain(), withNoise(plain(), { lines: 4, source })]
      const heard = await observe(noisy, seed, chosen)
      expect(heard.map((o) => ({ ...o, text: aboveTelemetry(o.text) }))).toEqual(
        await observe(quiet, seed, chosen),
      )
      expect(await noisy.outcome()).toEqual(await quiet.outcome())
    }),
  )
})

test('seeds, steps and instances differ; a reset begins anew', async () => {
  const environment = withNoise(plain(), { lines: 3, source: warehouseNoise.irrelevant })
  const first = noiseOf(await observe(environment, 1, ['Wait', 'Wait']))
  expect(new Set(first).size).toBe(3)
  expect(noiseOf(await observe(environment, 2, ['Wait', 'Wait']))).not.toEqual(first)
  expect(noiseOf(await observe(environment, 1, ['Wait', 'Wait']))).toEqual(first)
})

test('a refused call draws no noise', async () => {
  const environment = withNoise(plain(), { lines: 3, source: warehouseNoise.irrelevant })
  const wanted = noiseOf(await observe(environment, 1, ['Wait', 'Wait']))
  const seen = [await environment.reset({ seed: 1 })]
  const signal = AbortSignal.abort()
  await expect(environment.step('Wait', { signal })).rejects.toBeDefined()
  await expect(environment.reset({ seed: 2, signal })).rejects.toBeDefined()
  seen.push(await environment.step('Wait'), await environment.step('Wait'))
  expect(noiseOf(seen)).toEqual(wanted)
})

test('an action schema and a no-op are passed on, and a refusal is', async () => {
  const world = { ...plain(), actionSchema: { type: 'object' } }
  expect(withNoise(world, { lines: 1, source: () => 'x' })).toMatchObject({
    actionSchema: { type: 'object' },
    noop: 'Wait',
  })
  const environment = withNoise(plain(), { lines: 1, source: () => 'x' })
  await environment.reset({ seed: 1 })
  expect((await environment.step('bad')).refused).toBe(true)
})
