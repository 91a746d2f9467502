import { repetitionNoise } from '@skill-state/eval/compare'
import { holm, pairedTest, spread } from '@skill-state/eval/statistics'
import type { Trial, Trials } from '../measured/trials.ts'
import { groupCells, type MeasuredCell } from './cells.ts'

/**
 * The paired t-test of a cell's scores: the subject's less the other runtime's, paired by problem if tasks are
 * trials of problems, else by seed.
 */
export interface Comparison {
  readonly benchmark: string
  readonly variant?: string | undefined
  readonly horizon?: number | undefined
  readonly model: string
  readonly subject: string
  readonly other: string
  readonly result: ReturnType<typeof pairedTest>
  /** p among all tests of the benchmark, after Holm; absent if there is no p. */
  readonly pHolm?: number | undefined
  /** How far repeating the same tasks sets two means apart, as `compareRuns` tells it; absent if no task has two trials. */
  readonly noise?: ReturnType<typeof repetitionNoise> | undefined
}

/** Tests the subject against each other runtime of the same benchmark, variant, horizon and model. */
export function buildTests(cells: readonly MeasuredCell[], subject: string): readonly Comparison[] {
  const tests = groupCells(cells, ['benchmark', 'variant', 'horizon', 'model']).flatMap((group) => {
    const own = group.find(({ row }) => row.runtime === subject)
    if (own === undefined) return []
    const { benchmark, variant, horizon, model } = own.row
    const others = group.filter((cell) => cell !== own)
    return others.map(({ row, measured }) => {
      const [mine, theirs] = [own.measured.trials, measured.trials]
      const result = pairedTest(pairUp(mine, theirs))
      const noise = noiseOf(mine, theirs, result.meanDifference)
      return { benchmark, variant, horizon, model, subject, other: row.runtime, result, noise }
    })
  })
  return adjust(tests)
}

function adjust(tests: readonly Comparison[]): readonly Comparison[] {
  return tests.map((test) => {
    const family = tests.filter(({ benchmark }) => benchmark === test.benchmark)
    const adjusted = holm(family.map(({ result }) => result.p))
    const pHolm = adjusted[family.indexOf(test)]
    return { ...test, pHolm }
  })
}

/** Trials of one problem, or episodes of one seed, count as one, by their mean; what either lacks is left out. */
function pairUp(own: Trials, other: Trials): [number, number][] {
  const scores = meanScores(other)
  return [...meanScores(own)].flatMap(([unit, score]) => {
    const against = scores.get(unit)
    return against === undefined ? [] : [[score, against]]
  })
}

function meanScores(trials: Trials): Map<string | number, number> {
  return new Map(
    [...Map.groupBy(trials, unitOf)].flatMap(([unit, own]) => {
      const mean = spread(own.flatMap(({ score }) => score ?? []))?.mean
      return mean === undefined ? [] : [[unit, mean]]
    }),
  )
}

const unitOf = ({ problem, seed }: Trial): string | number => problem ?? seed

/** Of the trials of the problems that both have; `undefined` if it cannot be told. */
function noiseOf(own: Trials, other: Trials, difference: number | undefined): Comparison['noise'] {
  if (difference === undefined || !(own.isRepeated || other.isRepeated)) return undefined
  const scored = [own, other].map((all) => [...all].filter(({ score }) => score !== undefined))
  const [units, otherUnits] = scored.map((trials) => new Set(trials.map(unitOf)))
  const sides = scored.map((trials) => ({
    counted: trials.filter((each) => units?.has(unitOf(each)) && otherUnits?.has(unitOf(each))),
    trials,
  }))
  const noise = repetitionNoise(sides, ({ score }) => score, difference)
  return 'unmeasured' in noise ? undefined : noise
}
