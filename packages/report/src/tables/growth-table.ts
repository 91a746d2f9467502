import type { Growth, GrowthExponents } from '../build/growth.ts'
import type { Report } from '../build/report.ts'
import { NOTHING } from './number-text.ts'
import { type Column, runtimeTable } from './runtime-table.ts'
import { rightColumn, type Table } from './table.ts'

const FIGURES: readonly [title: string, of: (growth: GrowthExponents) => number | undefined][] = [
  ['Characters', ({ characters }) => characters.leastSquares],
  ['Characters, ends', ({ characters }) => characters.endpoints],
  ['Tokens', ({ tokens }) => tokens?.leastSquares],
  ['Tokens, ends', ({ tokens }) => tokens?.endpoints],
]

/** Growth exponents of the prompts and tokens of an episode, measured and published side by side. */
export function growthTable({ growth, subject }: Report): Table {
  const compared = growth.some(({ published }) => published)
  const text = (value: number | undefined): string => value?.toFixed(2) ?? NOTHING
  return {
    id: 'growth',
    title: 'Growth with T: the exponent k of T^k, of all prompts of an episode and of its tokens',
    legend: 'By least squares through all horizons; ends: from the first horizon to the last.',
    ...runtimeTable(growth, subject, [
      [rightColumn('T'), ({ from, to }) => `${from}–${to}`],
      ...FIGURES.flatMap(([title, of]): Column<Growth>[] => {
        const measured = (row: Growth): string => text(of(row))
        if (!compared) return [[rightColumn(title), measured]]
        return [
          [rightColumn(title, 'measured'), measured],
          [rightColumn(title, 'paper'), ({ published }) => text(published && of(published))],
        ]
      }),
    ]),
  }
}
