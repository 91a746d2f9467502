import { type Spread, studentT } from '@skill-state/eval/statistics'
import type { Row } from '../build/report.ts'
import { type Axis, drawLines, type Line } from '../drawing/line-panel.ts'
import type { Markup } from '../drawing/markup.ts'
import type { Pen } from '../drawing/palette.ts'

export type Source = 'measured' | 'published'

/** One picture of a figure, with the text above it. */
export interface Panel {
  readonly title: string
  readonly picture: Markup
}

/** One claim of the paper, drawn. */
export interface Figure {
  readonly id: string
  readonly title: string
  readonly caption: string
  readonly panels: readonly Panel[]
}

/** What figures are drawn from: rows of one model, and the pen of each runtime. */
export interface FigureInput {
  readonly rows: readonly Row[]
  readonly pen: (runtime: string) => Pen
  /** Tells this group of rows from the report's others; empty if there are no others. */
  readonly scope: string
}

export interface SidesOptions {
  /** What is drawn, for who does not see it: `Score against horizon`. */
  readonly subject: string
  readonly model: string
  readonly pen: (runtime: string) => Pen
  /** The axes of all values of the lines. */
  readonly x: (values: readonly number[]) => Axis
  readonly y: (values: readonly number[]) => Axis
}

export type Sides = Readonly<Record<Source, readonly Line[]>>

/** Measured and published lines side by side on the same axes; a side without a line of two points is left out. */
export function drawSides(lines: Sides, { subject, model, pen, x, y }: SidesOptions): readonly Panel[] {
  const sides = [
    { title: `Measured, ${model}`, lines: lines.measured.filter(hasLength) },
    { title: 'Published, the paper', lines: lines.published.filter(hasLength) },
  ].filter((side) => side.lines.length > 0)
  const all = sides.flatMap((side) => side.lines.flatMap(({ points }) => points))
  if (all.length === 0) return []
  const axes = { x: x(all.map((point) => point.x)), y: y(all.map((point) => point.y)) }
  return sides.map(({ title, lines: own }) => {
    const description = `${subject}. ${title}.`
    return { title, picture: drawLines({ description, ...axes, lines: own, pen, dots: true }) }
  })
}

const hasLength = ({ points }: Line): boolean => points.length > 1

/** A column's figures as lines, one a runtime, by what the rows have on the x-axis. */
export function sidesOf(
  rows: readonly Row[],
  column: string,
  place: (row: Row) => number | undefined,
): Sides {
  const [measured = [], published = []] = (['measured', 'published'] as const).map((source) =>
    linesOf(rows, column, source, place),
  )
  return { measured, published }
}

function linesOf(
  rows: readonly Row[],
  column: string,
  source: Source,
  place: (row: Row) => number | undefined,
): readonly Line[] {
  return [...Map.groupBy(rows, ({ runtime }) => runtime)].map(([runtime, own]) => ({
    runtime,
    points: own
      .flatMap((row) => {
        const x = place(row)
        const figure = source === 'measured' ? row.figures[column] : row.published?.[column]
        if (x === undefined || figure === undefined || !('mean' in figure)) return []
        return [{ x, y: figure.mean, bar: source === 'measured' ? marginOf(row.figures[column]) : figure.sd }]
      })
      .sort((a, b) => a.x - b.x),
  }))
}

/** Half of the 95 % interval of a mean. */
function marginOf(figure: Spread | undefined): number | undefined {
  if (figure?.sd === undefined) return undefined
  return studentT(0.05, figure.n - 1) * (figure.sd / Math.sqrt(figure.n))
}

export const BARS =
  'Thin bars are the 95 % interval of the mean over tasks if measured, and one standard deviation if published'

/** The last value of the accented line and of the others, if all lines end at the same place. */
export interface Ends {
  readonly x: number
  readonly subject: string
  readonly own: number
  /** The other runtime's name, or `the others`. */
  readonly others: string
  readonly lowest: number
  readonly highest: number
}

export function endsOf(lines: readonly Line[], pen: (runtime: string) => Pen): Ends | undefined {
  const ends = lines.flatMap(({ runtime, points }) => {
    const last = points.at(-1)
    return last === undefined ? [] : [{ runtime, ...last }]
  })
  const own = ends.find(({ runtime }) => pen(runtime).accent)
  const rest = ends.filter((each) => each !== own)
  const others = rest.map(({ y }) => y)
  if (own === undefined || others.length === 0 || ends.some(({ x }) => x !== own.x)) return undefined
  return {
    x: own.x,
    subject: own.runtime,
    own: own.y,
    others: rest.length === 1 ? (rest[0]?.runtime ?? '') : 'the others',
    lowest: Math.min(...others),
    highest: Math.max(...others),
  }
}

/** `0.17 to 0.88`, or one of them if they read the same. */
export function rangeText(low: number, high: number, format: (value: number) => string): string {
  return format(low) === format(high) ? format(low) : `${format(low)} to ${format(high)}`
}
