import type { Curve } from '../build/curves.ts'
import { amountAxis } from '../drawing/axes.ts'
import { drawLines, type Line } from '../drawing/line-panel.ts'
import { compact, whole } from '../drawing/numbers.ts'
import type { Pen } from '../drawing/palette.ts'
import { endsOf, type Figure, type Panel, rangeText } from './figure.ts'

/** Prompt size and tokens by step, within the episodes of the longest horizon. */
export function stepFigure(
  curves: readonly Curve[],
  { pen, scope }: { readonly pen: (runtime: string) => Pen; readonly scope: string },
): readonly Figure[] {
  const horizon = Math.max(0, ...curves.map((curve) => curve.horizon))
  const own = curves.filter((curve) => curve.horizon === horizon)
  if (own.length === 0) return []
  const title = [`Prompt size and tokens by step, T = ${horizon}`, scope].filter(Boolean).join(': ')
  const sizes = own.map((curve) => lineOf(curve, curve.promptChars))
  const tokens = own.flatMap((curve) =>
    curve.totalTokens === undefined ? [] : [lineOf(curve, curve.totalTokens)],
  )
  const panels = [
    panelOf(`Prompt size, ${own[0]?.model}`, sizes, 'characters in a prompt', title, pen),
    panelOf(`Tokens so far, ${own[0]?.model}`, tokens, 'tokens since step 0', title, pen),
  ].filter((panel) => panel !== undefined)
  const caption = [
    "A bounded prompt is a level line, and its tokens add up to a straight one; a transcript's prompt climbs, and its tokens curve upwards.",
    sizesText(sizes, pen),
    'Means over tasks; measured only, since the paper gives no figure by step.',
  ].join(' ')
  return [{ id: 'steps', title, caption, panels }]
}

function sizesText(sizes: readonly Line[], pen: (runtime: string) => Pen): string {
  const ends = endsOf(sizes, pen)
  const first = sizes.find(({ runtime }) => runtime === ends?.subject)?.points[0]
  if (ends === undefined || first === undefined) return ''
  return `Characters at the last step: ${ends.subject} ${whole(ends.own)} (at the first ${whole(first.y)}), ${ends.others} ${rangeText(ends.lowest, ends.highest, whole)}.`
}

function lineOf({ runtime, stride }: Curve, values: readonly number[]): Line {
  return { runtime, points: values.map((y, index) => ({ x: index * stride, y })) }
}

function panelOf(
  title: string,
  lines: readonly Line[],
  label: string,
  subject: string,
  pen: (runtime: string) => Pen,
): Panel | undefined {
  if (lines.length === 0) return undefined
  const all = lines.flatMap(({ points }) => points)
  const last = Math.max(...all.map((point) => point.x))
  const { ticks } = amountAxis('', [last])
  const shown = ticks.filter((tick) => tick <= last && Number.isInteger(tick))
  const picture = drawLines({
    description: `${subject}. ${title}.`,
    x: { label: 'step t', type: 'linear', domain: [0, last], ticks: shown, format: compact },
    y: amountAxis(
      label,
      all.map((point) => point.y),
    ),
    lines,
    pen,
    dots: false,
  })
  return { title, picture }
}
