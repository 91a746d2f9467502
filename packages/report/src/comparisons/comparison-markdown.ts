import type { RunComparison } from '@skill-state/eval/compare'
import { printableJson } from '@skill-state/protocol'
import { markdownParagraph, tableMarkdown } from '../formats/table-markdown.ts'
import {
  NOTHING,
  noiseText,
  numberText,
  pText,
  resampledText,
  SKEWED_NOTE,
  signed,
} from '../tables/number-text.ts'
import { placeColumns } from '../tables/place.ts'
import { leftColumn, rightColumn } from '../tables/table.ts'
import { comparisonNotices, differenceDecimals, runtimeName } from './comparison-notices.ts'

type ComparedRow = RunComparison['rows'][number]
type ComparedFigure = ComparedRow['figures'][number]

/** A figure of one row. */
interface ShownFigure {
  readonly row: ComparedRow
  readonly figure: ComparedFigure
}

/** Whether a benchmark has several tests of the figure. */
function isFamily(shown: readonly ShownFigure[]): boolean {
  const tested = shown.filter(({ figure }) => figure.pHolm !== undefined)
  return tested.length > new Set(tested.map(({ row }) => row.benchmark)).size
}

type Shown = RunComparison['columns'][number]

/**
 * The comparison as Markdown that is readable on a terminal too: what differs, then one table per figure. The given
 * notices come first.
 */
export function comparisonMarkdown(comparison: RunComparison, notices: readonly string[] = []): string {
  const { a, b, columns, rows } = comparison
  const tables = columns.flatMap((column) => {
    const shown = rows.flatMap((row) => {
      const figure = row.figures.find(({ id }) => id === column.id)
      return figure === undefined ? [] : [{ row, figure }]
    })
    return shown.length === 0
      ? []
      : [markdownParagraph(`${column.title}, A less B:`), figureTable(column, shown)]
  })
  const parts = [
    `# ${markdownParagraph(`A: ${a}, B: ${b}`)}`,
    ...[...notices, ...comparisonNotices(comparison)].map((notice) => `> ${markdownParagraph(notice)}`),
    ...differingPart(comparison),
    ...tables,
    FOOTNOTE,
  ]
  return `${parts.join('\n\n')}\n`
}

/** The comparison as JSON, unrounded, with what a reader must know; the given notices come first. */
export function comparisonJson(comparison: RunComparison, notices: readonly string[] = []): string {
  return `${printableJson({ ...comparison, notices: [...notices, ...comparisonNotices(comparison)] })}\n`
}

const FOOTNOTE = `A cluster is a problem, or a seed where tasks are no trials of problems; each counts once. Intervals are of 95 %. All differences equal: p is of the exact test of their signs. Detectable: the smallest true difference that so many clusters show in four of five repetitions, and how far that estimate itself may be off. ${SKEWED_NOTE} Noise: 95 % of the differences that repeating the same conditions makes are smaller.`

/** Lines of one condition that are shown. */
const SHOWN = 3

function differingPart({ differing }: RunComparison): string[] {
  if (differing.length === 0) return []
  const lines = differing.flatMap(({ lines: all }) => [
    ...all.slice(0, SHOWN).map((line) => `- ${markdownParagraph(line)}`),
    ...(all.length > SHOWN ? [`- … and ${all.length - SHOWN} more of these`] : []),
  ])
  return [`Conditions that differ, A's value first:\n\n${lines.join('\n')}`]
}

function figureTable(column: Shown, shown: readonly ShownFigure[]): string {
  const place = placeColumns(
    shown.map(({ row }) => ({ ...row, model: '' })),
    'all',
  )
  const optional = [
    { title: 'p (Holm)', needed: isFamily(shown), text: holmText },
    { title: 'p (McNemar)', needed: shown.some(({ figure }) => 'p' in figure.mcnemar), text: mcnemarText },
  ].filter(({ needed }) => needed)
  const titles = ['Pairs', 'Clusters', 'A', 'B', 'A − B', 't interval', 'Bootstrap', 'p (t)']
  return tableMarkdown({
    columns: [
      ...place.columns,
      leftColumn('Runtime'),
      ...[...titles, ...optional.map(({ title }) => title), 'Detectable', 'Noise'].map((title) =>
        rightColumn(title),
      ),
    ],
    rows: shown.map(({ row, figure }) => ({
      cells: [
        ...place.of({ ...row, model: '' }),
        runtimeName(row),
        ...measuredTexts(figure, column.decimals),
        ...testTexts(figure, differenceDecimals(column.decimals)),
        ...optional.map(({ text }) => text(figure)),
        ...limitTexts(figure, differenceDecimals(column.decimals)),
      ],
    })),
  })
}

function measuredTexts({ pairs, clusters, a, b, difference }: ComparedFigure, decimals: number): string[] {
  const finer = differenceDecimals(decimals)
  return [
    String(pairs),
    String(clusters),
    numberText(a, finer),
    numberText(b, finer),
    signed(difference, finer),
  ]
}

function testTexts({ test, bootstrap }: ComparedFigure, decimals: number): string[] {
  const interval = 'untested' in test ? test.untested : intervalText(test.interval, decimals)
  const resampled = resampledText(bootstrap, (value) => signed(value, decimals))
  return [interval, resampled, pText('p' in test ? test.p : undefined)]
}

function intervalText([low, high]: readonly [number, number], decimals: number): string {
  return `${signed(low, decimals)} to ${signed(high, decimals)}`
}

const holmText = ({ pHolm }: ComparedFigure): string => pText(pHolm)

function mcnemarText({ mcnemar }: ComparedFigure): string {
  return 'p' in mcnemar ? pText(mcnemar.p) : mcnemar.untested
}

function limitTexts({ detectable, noise }: ComparedFigure, decimals: number): string[] {
  const number = (value: number): string => numberText(value, decimals)
  const found = detectable && `${number(detectable.size)} (${detectable.interval.map(number).join('–')})`
  return [found ?? NOTHING, noiseText(noise, decimals)]
}
