import type { VNode } from 'preact'
import type { Line } from '../../plots/draw-lines.ts'
import { LinePlot } from '../../plots/line-plot.tsx'
import { type Pen, pensOf } from '../../plots/palette.ts'
import { pointsOf } from '../../plots/plot-data.ts'
import type { OpenEpisode } from '../data/use-episode.ts'

interface SizePlotProps {
  readonly traces: readonly OpenEpisode[]
  readonly step: number
  readonly onPick: (step: number) => void
}

/**
 * The largest prompt of each step, with the shown step marked: of one episode its parts, one above the other, and what of them a
 * cache gave. A click shows a step.
 */
export function SizePlot({ traces, step, onPick }: SizePlotProps): VNode | null {
  const [only, other] = traces
  const lines = only && other === undefined ? partLines(only) : traces.map(wholeLine)
  if (lines.every(({ points }) => points.length < 2)) return null
  return (
    <details class="size-plot" open>
      <summary>Prompt size by step</summary>
      <LinePlot
        lines={lines}
        description={`Prompt size by step, in characters, by ${lines.map(({ name }) => name).join(', ')}; step ${step} is marked.`}
        height={130}
        x={{ label: 'step t' }}
        y={{ label: 'characters' }}
        at={step}
        isStacked={other === undefined}
        onPick={(x) => onPick(Math.max(0, Math.round(x)))}
      />
    </details>
  )
}

function wholeLine({ trace, parts }: OpenEpisode, _: number, all: readonly OpenEpisode[]): Line {
  const name = trace.episode?.runtime ?? ''
  const pens = pensOf(all.map((each) => each.trace.episode?.runtime ?? ''))
  const names = namesIn(parts)
  return { name, pen: pens(name), points: pointsOf(sumsOf(parts, names)) }
}

type Parts = OpenEpisode['parts']

const PENS: Readonly<Record<string, Pen>> = {
  tools: { color: 'light-dark(#0f766e, #5ec9bb)' },
  schema: { color: 'light-dark(#57534e, #c4beb6)' },
  state: { color: 'light-dark(#c2410c, #ff9a62)' },
  observation: { color: 'light-dark(#2b67a8, #7fb4ee)' },
}
const FIXED: Pen = { color: 'light-dark(#6d4fa3, #bda4ec)' }
const CACHED: Pen = { color: 'var(--text)', dash: '2 3' }

/** Each part on top of those before it, and how far a cache gave them. */
function partLines({ parts }: OpenEpisode): readonly Line[] {
  const names = namesIn(parts)
  const lines = names.map((name, at) => ({
    name,
    pen: PENS[name] ?? FIXED,
    points: pointsOf(sumsOf(parts, names.slice(0, at + 1))),
  }))
  const cached = parts.map((each) => each && cachedChars(each))
  const isKnown = cached.some((chars) => (chars ?? 0) > 0)
  return isKnown ? [...lines, { name: 'from the cache', pen: CACHED, points: pointsOf(cached) }] : lines
}

/** Of what is sent, the parts that any step has. */
function namesIn(parts: Parts): readonly string[] {
  const first = parts.find((each) => each !== undefined) ?? {}
  return Object.keys(first).filter(
    (name) => name !== 'reply' && parts.some((each) => (each?.[name]?.chars ?? 0) > 0),
  )
}

function sumsOf(parts: Parts, names: readonly string[]): readonly (number | undefined)[] {
  return parts.map((each) => each && names.reduce((sum, name) => sum + (each[name]?.chars ?? 0), 0))
}

function cachedChars(parts: NonNullable<Parts[number]>): number | undefined {
  return Object.values(parts).reduce<number | undefined>((sum, { chars, tokens, cachedTokens }) => {
    if (cachedTokens === undefined || tokens === undefined) return sum
    return (sum ?? 0) + (tokens === 0 ? 0 : (chars * cachedTokens) / tokens)
  }, undefined)
}
