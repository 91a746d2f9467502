import { linearRegression } from 'simple-statistics'
import { race } from './race.ts'
import { atMost, type Row } from './row.ts'

/** k of the fit total = c · size^k: the slope of a least-squares line through the logarithms. */
export function exponent(points: readonly (readonly [size: number, total: number])[]): number {
  return linearRegression(points.map(([size, total]) => [Math.log(size), Math.log(total)])).m
}

/** Something that grows: what it costs at each size, in time for each unit. */
export interface Growing {
  readonly name: string
  readonly unit: string
  readonly sizes: readonly number[]
  /** How much of the size is one unit. Default 1. */
  readonly perUnit?: number
  /** Largest exponent. */
  readonly most: number
  readonly rounds: number
  /** Sizes above are timed without a warm-up, since they warm themselves up. */
  readonly warmed?: number
  readonly run: (size: number) => unknown
}

/** A row for each size, and the exponent of the whole time. */
export async function grow(growing: Growing): Promise<readonly Row[]> {
  const { name, unit, sizes, perUnit = 1, most, rounds, warmed = Infinity, run } = growing
  const contenders = sizes.map((size) => ({
    name: `${name}: ${size.toLocaleString('en')}`,
    units: size / perUnit,
    rounds: size > warmed ? rounds : undefined,
    run: () => run(size),
  }))
  const rows = await race(contenders, { rounds, warmups: 1, unit: `µs/${unit}` })
  const totals = rows.map(({ figure }, at) => [sizes[at] ?? Number.NaN, figure * (sizes[at] ?? 0)] as const)
  return [...rows, exponentRow(`${name}: exponent of CPU time`, exponent(totals), most)]
}

export function exponentRow(name: string, figure: number, most: number): Row {
  return { name, figure, unit: '', target: atMost(most) }
}

/** Bytes that are still held after a full collection. */
export function heapUsed(): number {
  if (globalThis.gc === undefined) throw new Error('heap growth needs node --expose-gc; run pnpm bench:perf')
  globalThis.gc()
  return process.memoryUsage().heapUsed
}

/** What has been added to the heap, in bytes. */
export function heapRow(name: string, bytes: number): Row {
  return { name, figure: bytes / 2 ** 20, unit: 'MB', target: atMost(1) }
}
