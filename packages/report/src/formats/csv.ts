import { stringify } from 'csv-stringify/sync'
import type { PublishedFigure } from '../build/published.ts'
import type { Report, Row } from '../build/report.ts'
import { mistakeKinds } from '../measured/mistakes.ts'

/**
 * The report's rows as CSV (RFC 4180): unrounded figures, an empty field if there is none. A published
 * range is written as `5-8`. `scoredFailures` counts failed episodes that count as far as they got, `lost` those that lost a step to
 * unreadable replies, `mistakes …` those of an episode by kind, and `scoreReadable` is the mean without either, if it is of fewer episodes. The last columns are the paired t-test of the subject against the row's runtime.
 */
export function reportCsv({ columns, rows, tests }: Report): string {
  const named = [
    'benchmark',
    'variant',
    'horizon',
    'runtime',
    'model',
    'terminated',
    'truncated',
    'failed',
  ] as const
  const kinds = Object.keys(mistakeKinds)
  const tested = [
    'pairs',
    'difference',
    'differenceLow',
    'differenceHigh',
    't',
    'degreesOfFreedom',
    'p',
    'pHolm',
  ]
  const head = [
    ...named,
    ...columns.flatMap(({ id }) => [id, `${id}Sd`, `${id}Published`, `${id}PublishedSd`]),
    ...['scoredFailures', 'lost', 'scoreReadable'],
    ...kinds.map((kind) => `mistakes ${kind}`),
    ...tested,
  ]
  const body = rows.map((row) => [
    ...named.map((field) => row[field]),
    ...columns.flatMap(({ id }) => {
      const measured = row.figures[id]
      return [measured?.mean, measured?.sd, ...publishedFields(row.published?.[id])]
    }),
    ...[row.scoredFailures ?? 0, row.lost ?? 0, row.readable?.figures.score?.mean],
    ...kinds.map((kind) => row.mistakes[kind]),
    ...testFields(row, tests),
  ])
  return stringify(
    [head, ...body].map((cells) => cells.map(inert)),
    { record_delimiter: 'windows' },
  )
}

/** A text that a spreadsheet takes for a formula gets an apostrophe before it, as spreadsheets mark text. */
function inert<T>(cell: T): T | string {
  return typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : cell
}

const FORMULA = /^[=+\-@\t\r＝＋－＠]/

function publishedFields(
  figure: PublishedFigure | undefined,
): [number | string | undefined, number | undefined] {
  if (figure === undefined) return [undefined, undefined]
  return 'mean' in figure ? [figure.mean, figure.sd] : [`${figure.low}-${figure.high}`, undefined]
}

function testFields(row: Row, tests: Report['tests']): (number | undefined)[] {
  const test = tests.find(
    ({ benchmark, variant, horizon, model, other }) =>
      benchmark === row.benchmark &&
      variant === row.variant &&
      horizon === row.horizon &&
      model === row.model &&
      other === row.runtime,
  )
  if (test === undefined) return Array.from({ length: 8 }, () => undefined)
  const { result, pHolm } = test
  const none = { interval: [undefined, undefined], t: undefined, degreesOfFreedom: undefined } as const
  const { interval, t, degreesOfFreedom } = 'untested' in result ? none : result
  return [result.pairs, result.meanDifference, ...interval, t, degreesOfFreedom, result.p, pHolm]
}
