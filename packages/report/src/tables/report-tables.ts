import type { GrowthExponents } from '../build/growth.ts'
import type { Report } from '../build/report.ts'
import { mistakeKinds } from '../measured/mistakes.ts'
import { figuresTable, readableTable } from './figures-table.ts'
import { NOTHING, numberText } from './number-text.ts'
import { beside, left, placedTable, right, runtimeTable, type Table } from './table.ts'
import { testsTable } from './tests-table.ts'

/** The report's tables, those without a row left out. */
export function reportTables(report: Report): readonly Table[] {
  const tables = [
    figuresTable,
    readableTable,
    mistakesTable,
    successTable,
    testsTable,
    growthTable,
    breakEvenTable,
  ].map((build) => build(report))
  return tables.filter(({ rows }) => rows.length > 0)
}

/** What was wrong with replies, in the kinds of the paper's error taxonomy and ours; rows without a mistake are left out. */
export function mistakesTable({ rows, subject }: Report): Table {
  const wrong = rows.filter(({ mistakes }) => Object.values(mistakes).some((count) => count > 0))
  return {
    id: 'mistakes',
    title: 'Mistakes of an episode: rejected replies by kind, and accepted patches',
    legend:
      "The paper's failure log (Gemma-4-31B, T = 100) has overwrite 68 %, schema 20 %, syntax 12 %. Accepted patches are judged if the environment says what the state should be.",
    ...runtimeTable(
      wrong,
      subject,
      Object.entries(mistakeKinds).map(([kind, title]) =>
        right(title, ({ mistakes }) => numberText(mistakes[kind], 1)),
      ),
    ),
  }
}

/** How often the problems were solved. */
export function successTable({ success, subject }: Report): Table {
  const shown = success.map((each) => (each.all ? { ...each, variant: 'all' } : each))
  const most = Math.max(1, ...success.map(({ passHat }) => passHat.length))
  const later = Array.from({ length: most - 1 }, (_, index) => index + 2)
  return {
    id: 'success',
    title: 'Problems solved',
    legend:
      "The interval is Wilson's for one trial of each problem, else over the problems. pass^k: all of k trials solved.",
    ...runtimeTable(shown, subject, [
      right('Problems', ({ problems }) => String(problems)),
      right('Solved', ({ successes, episodes }) => `${successes} of ${episodes}`),
      right('pass@1', ({ rate }) => rate.toFixed(3)),
      right('95 % interval', ({ interval }) => interval.map((end) => end.toFixed(3)).join('–')),
      ...later.map((k) =>
        right<(typeof shown)[number]>(`pass^${k}`, ({ passHat }) => passHat[k - 1]?.toFixed(3) ?? NOTHING),
      ),
    ]),
  }
}

const EXPONENTS: readonly [title: string, of: (growth: GrowthExponents) => number | undefined][] = [
  ['Characters', ({ characters }) => characters.leastSquares],
  ['Characters, ends', ({ characters }) => characters.endpoints],
  ['Tokens', ({ tokens }) => tokens?.leastSquares],
  ['Tokens, ends', ({ tokens }) => tokens?.endpoints],
]

/** Growth exponents of the prompts and tokens of an episode, measured and published side by side. */
export function growthTable({ growth, subject }: Report): Table {
  type Row = (typeof growth)[number]
  const compared = growth.some(({ published }) => published)
  const text = (value: number | undefined): string => value?.toFixed(2) ?? NOTHING
  return {
    id: 'growth',
    title: 'Growth with T: the exponent k of T^k, of all prompts of an episode and of its tokens',
    legend: 'By least squares through all horizons; ends: from the first horizon to the last.',
    ...runtimeTable(growth, subject, [
      right('T', ({ from, to }) => `${from}–${to}`),
      ...EXPONENTS.flatMap(([title, of]) => {
        const published = ({ published }: Row): string => text(published && of(published))
        return beside(title, (row: Row) => text(of(row)), compared ? published : undefined)
      }),
    ]),
  }
}

/** From which step on the subject has used no more than another runtime. */
function breakEvenTable({ breakEven, subject }: Report): Table {
  type Row = (typeof breakEven)[number]
  const byCost = right('By cost', ({ cost }: Row) => String(cost ?? NOTHING))
  return {
    id: 'break-even',
    title: `Break-even: the step from which on ${subject} has used no more than another runtime`,
    ...placedTable(breakEven, [
      left('Against', ({ other }) => other),
      right('By tokens', ({ tokens }) => String(tokens ?? NOTHING)),
      ...(breakEven.some(({ cost }) => cost !== undefined) ? [byCost] : []),
    ]),
  }
}
