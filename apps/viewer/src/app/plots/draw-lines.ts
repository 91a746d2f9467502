import { compact, Plot } from '@skill-state/report/plot'
import type { Pen } from './palette.ts'

/** A plot in the page, and where a place of it lies on its axis. */
export interface Drawn extends SVGSVGElement {
  scale(name: 'x'): { invert(position: number): number }
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Line {
  readonly name: string
  readonly pen: Pen
  readonly points: readonly Point[]
}

export interface LinesOptions {
  readonly lines: readonly Line[]
  readonly description: string
  readonly width: number
  readonly height: number
  readonly x: { readonly label: string; readonly ticks?: readonly number[] | undefined }
  readonly y: { readonly label: string; readonly domain?: readonly number[] }
  /** Whether each line is the top of an area that lies on the line before. */
  readonly isStacked?: boolean
  /** Whether each point has a dot, for lines of few points. */
  readonly dots?: boolean
  readonly at?: number | undefined
}

/** Draws lines as SVG that a screen reader takes for one picture with its description. */
export function drawLines(options: LinesOptions): Drawn {
  const { lines, description, width, height, x, y, dots, at, isStacked } = options
  const inked = lines
    .filter(({ points }) => points.length > 0)
    .flatMap((each, index, all) => {
      const below = isStacked === true ? areasOf(each, all[index - 1]) : []
      return [...below, ...marksOf(each, dots === true)].map((mark) => ({ mark, color: each.pen.color }))
    })
  const drawn = Plot.plot<Drawn>({
    width,
    height,
    marginLeft: 52,
    marginRight: 16,
    marginTop: 24,
    marginBottom: 38,
    className: 'plot',
    x: {
      ...x,
      ...wholeTicks(x, lines),
      labelArrow: 'none',
      labelAnchor: 'center',
      tickSize: 3,
      tickFormat: compact,
    },
    y: {
      ...y,
      labelArrow: 'none',
      tickSize: 3,
      ticks: 5,
      grid: true,
      zero: true,
      nice: true,
      tickFormat: compact,
    },
    marks: [
      ...(at === undefined ? [] : [Plot.ruleX([at], { stroke: 'currentColor', strokeOpacity: 0.6 })]),
      ...inked.map(({ mark }) => mark),
    ],
  })
  const parts = drawn.querySelectorAll('g[aria-label="area"], g[aria-label="line"], g[aria-label="dot"]')
  for (const [index, part] of [...parts].entries()) part.setAttribute('color', inked[index]?.color ?? '')
  for (const style of drawn.querySelectorAll('style')) style.remove() // the page has its own, and allows no other
  for (const part of drawn.querySelectorAll('g')) part.removeAttribute('aria-label') // would be read after the picture's
  drawn.setAttribute('role', 'img')
  drawn.setAttribute('aria-label', description)
  return drawn
}

/** On a short axis of steps the library would mark tenths. */
function wholeTicks({ ticks }: LinesOptions['x'], lines: readonly Line[]): { ticks?: readonly number[] } {
  const last = Math.max(0, ...lines.flatMap(({ points }) => points.at(-1)?.x ?? 0))
  if (ticks !== undefined || last >= 10) return {}
  return { ticks: Array.from({ length: last + 1 }, (_, step) => step) }
}

/** What lies between a line and the one below. A dashed line has nothing of its own below it. */
function areasOf({ pen, points }: Line, before: Line | undefined): Plot.Mark[] {
  if (pen.dash !== undefined) return []
  const bottoms = new Map(before?.points.map((point) => [point.x, point.y]))
  const y1 = ({ x }: Point): number => bottoms.get(x) ?? 0
  return [Plot.areaY(points, { x: 'x', y1, y2: 'y', fill: 'currentColor', fillOpacity: 0.2 })]
}

/** The marks of a line. Their colour is set later: the library takes one such as light-dark() for the name of a column. */
function marksOf({ name, pen, points }: Line, dots: boolean): Plot.Mark[] {
  const shape = { x: 'x', y: 'y', stroke: 'currentColor', strokeWidth: 1.75, strokeDasharray: pen.dash }
  const marks = [Plot.line(points, shape)]
  if (dots || points.length < 2) {
    const title = ({ x, y }: Point): string => `${name}, ${compact(x)}: ${compact(y)}`
    marks.push(Plot.dot(points, { x: 'x', y: 'y', r: 3, fill: 'currentColor', title }))
  }
  return marks
}
