import type { GrowthExponents } from '../build/growth.ts'
import type { Report } from '../build/report.ts'
import { NOTHING } from './number-text.ts'
import { placeColumns } from './place.ts'
import { left, right, type Table } from './table.ts'

const FIGURES: readonly [title: string, of: (growth: GrowthExponents) => number | undefined][] = [
  ['Characters', ({ characters }) => characters.leastSquares],
  ['Characters, ends', ({ characters }) => characters.endpoints],
  ['Tokens', ({ tokens }) => tokens?.leastSquares],
  ['Tokens, ends', ({ tokens }) => tokens?.endpoints],
]

/** Growth exponents of the prompts and tokens of an episode, measured and published side by side. */
export function growthTable({ growth, subject }: Report): Table {
  const place = placeColumns(growth)
  const compared = growth.some(({ published }) => published)
  const text = (value: number | undefined): string => value?.toFixed(2) ?? NOTHING
  return {
    id: 'growth',
    title: 'Growth with T: the exponent k of T^k, of all prompts of an episode and of its tokens',
    legend: 'By least squares through all horizons; ends: from the first horizon to the last.',
    columns: [
      ...place.columns,
      left('Runtime'),
      right('T'),
      ...FIGURES.flatMap(([title]) =>
        compared ? [right(title, 'measured'), right(title, 'paper')] : [right(title)],
      ),
    ],
    rows: growth.map((each) => ({
      cells: [
        ...place.of(each),
        each.runtime,
        `${each.from}–${each.to}`,
        ...FIGURES.flatMap(([, of]) =>
          compared ? [text(of(each)), text(each.published && of(each.published))] : [text(of(each))],
        ),
      ],
      subject: each.runtime === subject,
      group: place.of({ ...each, model: '' }).join('\0'),
    })),
  }
}
