import { mergeState, State } from '@skill-state/core'
import { layouts } from '@skill-state/core/layouts'
import type { Benchmark } from '../../measure/benchmark.ts'
import { exponent } from '../../measure/exponent.ts'
import type { Row } from '../../measure/row.ts'
import { type Patch, patchesOf } from '../../task/fold.ts'
import { readThrough } from '../../task/read-through.ts'
import { initialState } from '../../task/task.ts'
import { heapUsed } from './growth.ts'

const NAMES = ['stableFirst', 'overlay', 'baseLog', 'auto'] as const
const HORIZONS = [3_000, 10_000, 30_000, 100_000] as const
const KEYS = [500, 1_000, 2_000, 4_000] as const
const MEGABYTE = 2 ** 20

/** Patches that all write the same keys. */
const SAME: readonly Patch[] = Array.from({ length: 1_000 }, (_, at) => ({
  inventory: { shelf_1: `item_${1_000 + at}`, shelf_2: `item_${2_000 + at}` },
}))

/** What layouts cost as steps and keys become more, also if all steps change the same two keys. */
export const layoutGrowth: Benchmark = {
  name: 'layout-growth',
  title: 'growth of the layouts in T and in keys: patch of 2 keys, then the state as a layout writes it',
  run: async () =>
    NAMES.flatMap((name) => [
      inSteps(name, 'changes everywhere', patchesOf(500)),
      inSteps(name, 'the same 2 keys', SAME),
      heapRow(name, SAME),
      inKeys(name),
    ]),
}

function inSteps(name: (typeof NAMES)[number], what: string, patches: readonly Patch[]): Row {
  const points = HORIZONS.map((horizon) => ({
    horizon,
    total: cpuOf(() => play(name, 500, patches, horizon)),
  }))
  return row(`${name}, ${what}: exponent of CPU time in T`, exponent(points))
}

function inKeys(name: (typeof NAMES)[number]): Row {
  const points = KEYS.map((keys) => {
    return { horizon: keys, total: cpuOf(() => play(name, keys, patchesOf(keys), 10_000)) }
  })
  return row(`${name}: exponent of CPU time in keys`, exponent(points))
}

function heapRow(name: (typeof NAMES)[number], patches: readonly Patch[]): Row {
  const held: number[] = []
  play(name, 500, patches, 100_000, (step) => {
    if (step === 3_000 || step === 99_999) held.push(heapUsed())
  })
  const [before = Number.NaN, after = Number.NaN] = held
  return {
    name: `${name}, the same 2 keys: heap growth, step 3,000 to 100,000`,
    figure: (after - before) / MEGABYTE,
    unit: 'MB',
    target: { on: 'figure', kind: 'at-most', value: 1 },
  }
}

function row(name: string, figure: number): Row {
  return { name, figure, unit: '', target: { on: 'figure', kind: 'at-most', value: 1.1 } }
}

function cpuOf(run: () => void): number {
  const start = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(start)
  return user + system
}

function play(
  name: (typeof NAMES)[number],
  keys: number,
  patches: readonly Patch[],
  horizon: number,
  afterStep?: (step: number) => void,
): void {
  const layout = layouts[name]({ prices: { input: 1, cacheRead: 0.1 }, minCachedTokens: 0, minStateChars: 0 })
  let state = State.from(initialState(keys))
  let laid = layout.write(state, undefined)
  for (let step = 0; step < horizon; step += 1) {
    const patch = patches[step % patches.length] ?? {}
    state = mergeState(state, patch).after
    laid = layout.write(state, laid.since.next(patch))
    readThrough(laid.text)
    afterStep?.(step)
  }
}
