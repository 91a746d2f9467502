import { dot, type Mark, ruleY, text } from './_plot.js'
import { amountAxis } from './axes.ts'
import { draw } from './draw.ts'
import type { Markup } from './markup.ts'
import { labelRoom, shortName } from './numbers.ts'
import type { Pen } from './palette.ts'

export interface Bar {
  readonly group: string
  readonly runtime: string
  /** Share of seeds that recovered; undefined if it is not known. */
  readonly rate: number | undefined
  /** Steps, as a range; absent if there was no recovery. */
  readonly low?: number
  readonly high?: number
}

export interface BarPanel {
  readonly description: string
  readonly bars: readonly Bar[]
  readonly highest: number
  readonly pen: (runtime: string) => Pen
}

const WIDTH = 380
const ROW = 17

interface Entry {
  readonly key: string
  readonly head: boolean
  readonly label: string
  readonly bar?: Bar
}

/** A line of text a bar, under the name of its group. */
export function drawBars({ description, bars, highest, pen }: BarPanel): Markup {
  const groups = [...Map.groupBy(bars, ({ group }) => group)]
  const entries = groups.flatMap(([group, own], index): Entry[] => [
    ...(index === 0 ? [] : [{ key: `${group}\0gap`, head: false, label: '' }]),
    { key: `${group}\0`, head: true, label: group },
    ...own.map((bar) => ({ key: `${group}\0${bar.runtime}`, head: false, label: bar.runtime, bar })),
  ])
  const { domain, ticks, format } = amountAxis('', [highest])
  const names = labelRoom(bars.map(({ runtime }) => shortName(runtime))) + 22
  const heads = entries.filter(({ head }) => head)
  return draw({
    width: WIDTH,
    height: entries.length * ROW + 60,
    marginTop: 8,
    marginBottom: 38,
    marginLeft: names,
    marginRight: 96,
    description: [description, ...bars.map((bar) => `${bar.group}, ${bar.runtime}: ${outcome(bar)}.`)].join(
      ' ',
    ),
    x: {
      type: 'linear',
      domain,
      ticks: ticks.filter(Number.isInteger),
      tickFormat: format,
      tickSize: 3,
      label: 'recovery steps',
      labelArrow: 'none',
      labelAnchor: 'center',
      labelOffset: 34,
    },
    y: { type: 'band', domain: entries.map(({ key }) => key), axis: null, padding: 0 },
    marks: [
      text(heads, {
        y: 'key',
        text: 'label',
        frameAnchor: 'left',
        dx: 4 - names,
        textAnchor: 'start',
        fontWeight: 600,
        fontSize: 11,
        fill: 'currentColor',
      }),
      ...entries.flatMap(({ key, bar }) =>
        bar === undefined ? [] : barMarks(key, bar, pen(bar.runtime), names),
      ),
    ],
  })
}

function barMarks(key: string, bar: Bar, { color, accent }: Pen, names: number): Mark[] {
  const { low, high } = bar
  const label = { y: 'key', textAnchor: 'start', fontSize: 11, fontWeight: accent ? 700 : undefined }
  const entry = [{ key, x: high ?? 0 }]
  const marks: Mark[] = [
    text(entry, {
      ...label,
      text: () => shortName(bar.runtime),
      frameAnchor: 'left',
      dx: 12 - names,
      fill: color,
    }),
    text(entry, { ...label, x: 'x', dx: 9, fill: color, text: () => outcome(bar) }),
  ]
  if (low === undefined || high === undefined) return marks
  const rule = { y: 'key', x1: 'x1', x2: 'x2', stroke: color }
  marks.push(
    ruleY([{ key, x1: 0, x2: low }], { ...rule, strokeWidth: 1.5, strokeOpacity: low < high ? 0.4 : 1 }),
    ruleY([{ key, x1: low, x2: high }], { ...rule, strokeWidth: 3 }),
    dot(
      [...new Set([low, high])].map((x) => ({ key, x })),
      { x: 'x', y: 'key', r: accent ? 4 : 3, fill: color },
    ),
  )
  return marks
}

function outcome({ rate, low, high }: Bar): string {
  const seeds = rate === undefined || rate === 1 ? '' : `, ${Math.round(rate * 100)} % of seeds`
  if (rate === 0) return 'not recovered'
  if (low === undefined || high === undefined) return `recovered${seeds}`
  const steps = low === high ? Number(low.toFixed(1)) : `${low}–${high}`
  return `${steps}${seeds}`
}
