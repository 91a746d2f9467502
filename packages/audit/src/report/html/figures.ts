import { draw, type Markup } from '@skill-state/report/page'
import { Plot } from '@skill-state/report/plot'
import type { AuditDocument } from '../../document/audit.ts'
import type { AuditDetails } from '../../document/details.ts'
import { cacheRatios } from '../../document/size-totals.ts'
import { survivalIntervals } from '../intervals.ts'

/** A plot with its title and what it shows in words. */
export interface Figure {
  readonly title: string
  readonly caption: string
  readonly picture: Markup
}

export function auditFigures(audit: AuditDocument, details: AuditDetails): readonly Figure[] {
  return [survivalFigure(audit), distanceFigure(details), sizeFigure(details), costFigure(audit)]
}

const [ACCENT, COOL] = ['var(--accent)', 'var(--cool)']

/** One row a policy, with room for its name. */
const ROW = 26

type Drawn = Omit<Plot.PlotOptions, 'document' | 'width' | 'className' | 'style'>

function figure(title: string, caption: string, options: Drawn): Figure {
  const picture = draw({ ...options, width: 540, marginBottom: 44, description: `${title}. ${caption}` })
  return { title, caption, picture }
}

function survivalFigure({ all, perEpisode }: AuditDocument): Figure {
  const intervals = survivalIntervals(perEpisode, 'all')
  const rows = Object.entries(all.survival).flatMap(([policy, shown]) =>
    (['any', 'sources'] as const).map((kind) => {
      const rate = shown[kind].rate ?? 0
      const [low, high] = intervals.get(policy)?.[kind] ?? [rate, rate]
      return { policy, kind, rate, low, high }
    }),
  )
  const color = ({ kind }: { readonly kind: string }): string => (kind === 'any' ? COOL : ACCENT)
  return figure(
    'Needed values that a policy still shows',
    'Blue: in any shown message, also the model’s own. Orange: in a shown user message or tool result. Lines: 95 % intervals by episode.',
    {
      height: 60 + ROW * Object.keys(all.survival).length,
      marginLeft: 150,
      x: { domain: [0, 1], label: 'share of needed values', tickFormat: '.0%', grid: true },
      y: { label: null, domain: Object.keys(all.survival) },
      marks: [
        Plot.link(rows, { x1: 'low', x2: 'high', y1: 'policy', y2: 'policy', stroke: color, strokeWidth: 2 }),
        Plot.dot(rows, { x: 'rate', y: 'policy', fill: color, r: 4 }),
      ],
    },
  )
}

function distanceFigure({ distances }: AuditDetails): Figure {
  const shown = distances.slice(0, 60)
  return figure(
    'How far back a needed value was last seen',
    'The share of needed values seen within so many messages. Blue: anywhere. Orange: in a source.',
    {
      height: 300,
      marginLeft: 60,
      x: { label: 'messages', grid: true },
      y: { domain: [0, 1], label: 'share of needed values', tickFormat: '.0%', grid: true },
      marks: [
        Plot.line(shown, { x: 'messages', y: 'any', stroke: COOL, strokeWidth: 2 }),
        Plot.line(shown, { x: 'messages', y: 'sources', stroke: ACCENT, strokeWidth: 2 }),
      ],
    },
  )
}

function sizeFigure({ sizeByCall }: AuditDetails): Figure {
  const lines = Object.entries(sizeByCall).map(([policy, sizes]) =>
    sizes.map((chars, at) => ({ policy, call: at + 1, chars })),
  )
  const ends = lines.flatMap((points) => points.slice(-1))
  return figure(
    'Size of the prompt',
    'Mean characters of the first, second, … prompt of an episode, while five episodes last.',
    {
      height: 380,
      marginLeft: 60,
      marginRight: 150,
      x: { label: 'call', grid: true },
      y: { label: 'characters', grid: true, zero: true },
      marks: [
        ...lines.map((points) =>
          Plot.line(points, {
            x: 'call',
            y: 'chars',
            stroke: points[0]?.policy === 'full' ? ACCENT : COOL,
            strokeOpacity: points[0]?.policy === 'full' ? 1 : 0.6,
          }),
        ),
        Plot.text(spread(ends), {
          x: 'call',
          y: 'at',
          text: 'policy',
          textAnchor: 'start',
          dx: 6,
          fill: 'currentColor',
        }),
      ],
    },
  )
}

/** Moves labels apart that would cover each other. */
function spread<T extends { readonly chars: number }>(
  ends: readonly T[],
): readonly (T & { readonly at: number })[] {
  const step = Math.max(...ends.map(({ chars }) => chars), 1) / 26
  let below = -Infinity
  return [...ends]
    .sort((a, b) => a.chars - b.chars)
    .map((end) => {
      below = Math.max(end.chars, below + step)
      return { ...end, at: below }
    })
}

function costFigure({ size }: AuditDocument): Figure {
  const base = size.full?.inputCost
  const ratios = ['uncached', ...cacheRatios.map(String)]
  const rows = Object.entries(size).flatMap(([policy, { inputCost }]) =>
    ratios.map((ratio) => ({ policy, ratio, cost: (inputCost[ratio] ?? 0) / (base?.[ratio] || 1) })),
  )
  const strength: Readonly<Record<string, number>> = { '0.1': 1, '0.25': 0.55, '0.5': 0.25, uncached: 0 }
  return figure(
    'Cost of the input, relative to the whole transcript',
    'Hollow: without a cache. The darker a dot, the cheaper a cached token: 0.5, 0.25 and 0.1 of an uncached one. Right of the line a policy costs more than the whole transcript, because a changed beginning cannot be read from the cache.',
    {
      height: 60 + ROW * Object.keys(size).length,
      marginLeft: 150,
      x: { label: 'cost relative to full', grid: true, zero: true },
      y: { label: null, domain: Object.keys(size) },
      marks: [
        Plot.ruleX([1], { stroke: ACCENT }),
        Plot.dot(rows, {
          x: 'cost',
          y: 'policy',
          r: 5,
          stroke: COOL,
          fill: COOL,
          fillOpacity: ({ ratio }) => strength[ratio] ?? 0,
        }),
      ],
    },
  )
}
