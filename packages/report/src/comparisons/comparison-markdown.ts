import type { RunComparison } from '@skill-state/eval/compare'
import { printableJson } from '@skill-state/protocol'
import { markdownPage, markdownParagraph, tableMarkdown } from '../formats/table-markdown.ts'
import {
  type Compared,
  intervalText,
  NOTHING,
  noiseText,
  numberText,
  pText,
  resampledText,
  SKEWED_NOTE,
  signed,
} from '../tables/number-text.ts'
import { left, placeColumns, right, tableOf } from '../tables/table.ts'
import {
  comparisonNotices,
  differenceDecimals,
  runtimeName,
  type Shown,
  shownFigures,
} from './shown-figures.ts'

type ShownFigure = Shown<RunComparison['rows'][number], Compared>

/**
 * The comparison as Markdown that is readable on a terminal too: what differs, then one table per figure. The given
 * notices come first.
 */
export function comparisonMarkdown(comparison: RunComparison, notices: readonly string[] = []): string {
  const { a, b } = comparison
  const tables = shownFigures(comparison).flatMap(({ title, decimals, shown }) => [
    markdownParagraph(`${title}, A less B:`),
    figureTable(shown, differenceDecimals(decimals)),
  ])
  return markdownPage(`A: ${a}, B: ${b}`, {
    notices: [...notices, ...comparisonNotices(comparison)],
    parts: [...differingPart(comparison), ...tables, FOOTNOTE],
  })
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

/** Whether a benchmark has several tests of the figure. */
function isFamily(shown: readonly ShownFigure[]): boolean {
  const tested = shown.filter(({ figure }) => figure.pHolm !== undefined)
  return tested.length > new Set(tested.map(({ benchmark }) => benchmark)).size
}

function figureTable(shown: readonly ShownFigure[], decimals: number): string {
  const column = (title: string, text: (figure: Compared) => string) =>
    right(title, ({ figure }: ShownFigure) => text(figure))
  const number = (value: number): string => numberText(value, decimals)
  const detectableText = ({ detectable }: Compared): string =>
    detectable ? `${number(detectable.size)} (${detectable.interval.map(number).join('–')})` : NOTHING
  const holm = column('p (Holm)', ({ pHolm }) => pText(pHolm))
  const mcnemar = column('p (McNemar)', ({ mcnemar: test }) => ('p' in test ? pText(test.p) : test.untested))
  const isAnswered = shown.some(({ figure }) => 'p' in figure.mcnemar)
  return tableMarkdown(
    tableOf(shown, [
      ...placeColumns(shown, 'all'),
      left('Runtime', runtimeName),
      column('Pairs', ({ pairs }) => String(pairs)),
      column('Clusters', ({ clusters }) => String(clusters)),
      column('A', ({ a }) => number(a)),
      column('B', ({ b }) => number(b)),
      column('A − B', ({ difference }) => signed(difference, decimals)),
      column('t interval', ({ test }) => intervalText(test, decimals)),
      column('Bootstrap', ({ bootstrap }) => resampledText(bootstrap, (value) => signed(value, decimals))),
      column('p (t)', ({ test }) => pText(test.p)),
      ...(isFamily(shown) ? [holm] : []),
      ...(isAnswered ? [mcnemar] : []),
      column('Detectable', detectableText),
      column('Noise', ({ noise }) => noiseText(noise, decimals)),
    ]),
  )
}
