import { dot, line, type Mark, ruleX, ruleY, type ScaleOptions, scale, text } from './_plot.js'
import { draw } from './draw.ts'
import type { Markup } from './markup.ts'
import { labelRoom, shortName } from './numbers.ts'
import type { Pen } from './palette.ts'

interface Point {
  readonly x: number
  readonly y: number
  readonly bar?: number | undefined
}

export interface Line {
  readonly runtime: string
  readonly points: readonly Point[]
}

export interface Axis {
  /** With its unit. */
  readonly label: string
  readonly type: 'linear' | 'log'
  readonly domain: readonly [number, number]
  readonly ticks: readonly number[]
  readonly format: (value: number) => string
}

export interface LinePanel {
  /** What a reader who does not see the picture should know, before the figures of each line. */
  readonly description: string
  readonly x: Axis
  readonly y: Axis
  readonly lines: readonly Line[]
  readonly pen: (runtime: string) => Pen
  /** Whether each point is measured, not one of a dense curve. */
  readonly dots: boolean
}

const WIDTH = 380
const HEIGHT = 250
const MARGIN = { marginTop: 26, marginBottom: 38, marginLeft: 42 }
const LABEL_GAP = 13

/** Lines with their names and last values at their ends; the accent lies on top. */
export function drawLines(panel: LinePanel): Markup {
  const { x, y, pen, lines, description } = panel
  const ordered = [...lines].sort((a, b) => Number(pen(a.runtime).accent) - Number(pen(b.runtime).accent))
  return draw({
    width: WIDTH,
    height: HEIGHT,
    ...MARGIN,
    marginRight: labelRoom(lines.map((each) => endLabel(each, y))) + 10,
    description: [description, ...lines.map((each) => describe(each, panel))].join(' '),
    x: axis(x, { labelAnchor: 'center', labelOffset: 34 }),
    y: axis(y, { labelAnchor: 'top', grid: true }),
    marks: [
      ruleY([y.domain[0]], { stroke: 'currentColor', strokeOpacity: 0.35 }),
      ...ordered.flatMap((each) => lineMarks(each, panel)),
      ...labelMarks(ordered, panel),
    ],
  })
}

function axis({ label, type, domain, ticks, format }: Axis, more: ScaleOptions): ScaleOptions {
  return { label, labelArrow: 'none', type, domain, ticks, tickFormat: format, tickSize: 3, ...more }
}

function lineMarks({ runtime, points }: Line, { pen, x, y, dots }: LinePanel): Mark[] {
  const { color, dash, accent } = pen(runtime)
  const shape = { x: 'x', y: 'y', stroke: color, strokeWidth: accent ? 2.5 : 1.5 }
  const marks = [line(points, { ...shape, strokeDasharray: dash })]
  if (!dots) return marks
  const [low, high] = y.domain
  const title = (point: Point): string =>
    `${runtime}, ${x.format(point.x)}: ${y.format(point.y)}${point.bar === undefined ? '' : ` ± ${y.format(point.bar)}`}`
  marks.push(
    ruleX(
      points.filter(({ bar }) => bar !== undefined && bar > 0),
      {
        x: 'x',
        y1: (point) => Math.max(low, point.y - (point.bar ?? 0)),
        y2: (point) => Math.min(high, point.y + (point.bar ?? 0)),
        stroke: color,
        strokeOpacity: 0.6,
      },
    ),
    dot(points, { x: 'x', y: 'y', r: accent ? 3.5 : 2.5, fill: color, title }),
  )
  return marks
}

/** Labels are right of the lines' ends, moved apart if they would overlap. */
function labelMarks(lines: readonly Line[], { pen, y }: LinePanel): Mark[] {
  const range = [HEIGHT - MARGIN.marginBottom, MARGIN.marginTop] as const
  const position = scale({ y: { type: y.type, domain: y.domain, range } })
  const ends = lines.flatMap((each) => {
    const last = each.points.at(-1)
    return last === undefined ? [] : [{ runtime: each.runtime, last, name: endLabel(each, y) }]
  })
  // Among equals the accent comes first.
  const wishes = ends.map(({ runtime, last }) => position.apply(last.y) - (pen(runtime).accent ? 0.5 : 0))
  const places = spreadLabels(wishes, { gap: LABEL_GAP, low: range[1] + 2, high: range[0] })
  return ends.map(({ runtime, last, name }, index) => {
    const { color, accent } = pen(runtime)
    const label = { x: last.x, y: position.invert(places[index] ?? range[0]) }
    return text([label], {
      x: 'x',
      y: 'y',
      text: () => name,
      textAnchor: 'start',
      dx: 8,
      fill: color,
      fontSize: 11,
      fontWeight: accent ? 700 : undefined,
    })
  })
}

function endLabel({ runtime, points }: Line, y: Axis): string {
  const last = points.at(-1)
  return last === undefined ? '' : `${shortName(runtime)} ${y.format(last.y)}`
}

function describe({ runtime, points }: Line, { x, y }: LinePanel): string {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return ''
  if (first === last) return `${runtime}: ${y.format(first.y)} at ${x.format(first.x)}.`
  return `${runtime}: ${y.format(first.y)} at ${x.format(first.x)}, ${y.format(last.y)} at ${x.format(last.x)}.`
}

/**
 * Places for labels in one column: each as near as possible to its own place, at least `gap` apart,
 * all within the range if they fit. Gives the places in the order of the wishes.
 */
export function spreadLabels(
  wishes: readonly number[],
  { gap, low, high }: { readonly gap: number; readonly low: number; readonly high: number },
): readonly number[] {
  const order = wishes.map((wish, index) => ({ wish, index })).sort((a, b) => a.wish - b.wish)
  const places: number[] = []
  for (const [rank, { wish }] of order.entries()) {
    const previous = places[rank - 1]
    places.push(Math.max(low, wish, previous === undefined ? low : previous + gap))
  }
  for (let rank = places.length - 1; rank >= 0; rank -= 1) {
    const limit = high - gap * (places.length - 1 - rank)
    places[rank] = Math.min(places[rank] ?? limit, limit)
  }
  const placed = new Map(order.map(({ index }, rank) => [index, places[rank] ?? low]))
  return wishes.map((_, index) => placed.get(index) ?? low)
}
