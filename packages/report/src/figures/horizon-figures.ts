import type { Growth } from '../build/growth.ts'
import { placesAxis, powersAxis, scoreAxis } from '../drawing/axes.ts'
import type { Line } from '../drawing/line-panel.ts'
import { share } from '../drawing/numbers.ts'
import {
  BARS,
  drawSides,
  endsOf,
  type Figure,
  type FigureInput,
  rangeText,
  type Sides,
  type SidesOptions,
  sidesOf,
} from './figure.ts'

/** Score and cumulative tokens against the horizon, for rows of one variant that differ in it. */
export function horizonFigures(input: FigureInput, growth: readonly Growth[]): readonly Figure[] {
  return [scoreFigure(input), tokensFigure(input, growth)].filter(({ panels }) => panels.length > 0)
}

function scoreFigure(input: FigureInput): Figure {
  const { title, lines, panels } = drawByHorizon(input, 'Score against horizon', 'score', scoreAxis)
  const ends = endsOf(lines.measured, input.pen)
  return {
    id: 'score-horizon',
    title,
    caption: [
      "The paper's claim: explicit state keeps the score level as the horizon grows, and carried text loses it.",
      ends &&
        `Measured at T = ${ends.x}: ${ends.subject} ${share(ends.own)}, ${ends.others} ${rangeText(ends.lowest, ends.highest, share)}.`,
      `${BARS}; lines that coincide lie under each other.`,
    ]
      .filter(Boolean)
      .join(' '),
    panels,
  }
}

function tokensFigure(input: FigureInput, growth: readonly Growth[]): Figure {
  const { title, lines, panels } = drawByHorizon(
    input,
    'Cumulative tokens against horizon',
    'totalTokens',
    (values) => powersAxis('tokens of an episode (log)', values),
  )
  const ends = endsOf(lines.measured, input.pen)
  const exponents = growth.map(
    ({ runtime, characters }) => `${runtime} T^${characters.leastSquares.toFixed(2)}`,
  )
  return {
    id: 'tokens-horizon',
    title,
    caption: [
      'On log axes a power of T is a straight line, and its slope is the exponent: a transcript climbs twice as steeply as a bounded prompt.',
      exponents.length > 0 && `Fitted growth of the characters in all prompts: ${exponents.join(', ')}.`,
      ends &&
        `Measured at T = ${ends.x}, in times the tokens of ${ends.subject}: ${ends.others} ${rangeText(ends.lowest / ends.own, ends.highest / ends.own, times)}.`,
    ]
      .filter(Boolean)
      .join(' '),
    panels,
  }
}

function drawByHorizon(
  { rows, pen, scope }: FigureInput,
  name: string,
  column: string,
  y: SidesOptions['y'],
): Pick<Figure, 'title' | 'panels'> & { lines: Sides } {
  const all = sidesOf(rows, column, ({ horizon }) => horizon)
  const lines =
    column === 'score' ? all : { measured: positive(all.measured), published: positive(all.published) }
  const title = [name, scope].filter(Boolean).join(': ')
  const panels = drawSides(lines, {
    subject: title,
    model: rows[0]?.model ?? '',
    pen,
    x: (horizons) => placesAxis('horizon T, steps (log)', 'log', horizons),
    y,
  })
  return { title, lines, panels }
}

/** What a logarithmic axis can show. */
function positive(lines: readonly Line[]): Line[] {
  return lines.map((line) => ({ ...line, points: line.points.filter(({ y }) => y > 0) }))
}

const times = (ratio: number): string => ratio.toFixed(1)
