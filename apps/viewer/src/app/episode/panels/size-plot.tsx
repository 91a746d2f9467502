import type { VNode } from 'preact'
import { Legend } from '../../plots/legend.tsx'
import { LinePlot } from '../../plots/line-plot.tsx'
import { pensOf } from '../../plots/palette.ts'
import { pointsOf } from '../../plots/plot-data.ts'
import type { OpenEpisode } from '../data/use-episode.ts'

interface SizePlotProps {
  readonly traces: readonly OpenEpisode[]
  readonly step: number
  readonly onPick: (step: number) => void
}

/** The largest prompt of each step, with the shown step marked. A click shows a step. */
export function SizePlot({ traces, step, onPick }: SizePlotProps): VNode | null {
  const names = traces.map(({ trace }) => trace.episode?.runtime ?? '')
  const pens = pensOf(names)
  const lines = traces.map((open, index) => ({
    name: names[index] ?? '',
    pen: pens(names[index] ?? ''),
    points: pointsOf(largestPrompts(open)),
  }))
  if (lines.every(({ points }) => points.length < 2)) return null
  return (
    <details class="size-plot" open>
      <summary>Prompt size by step</summary>
      <LinePlot
        lines={lines}
        description={`Prompt size by step, in characters; step ${step} is marked.`}
        height={130}
        x={{ label: 'step t' }}
        y={{ label: 'characters' }}
        at={step}
        onPick={(x) => onPick(Math.max(0, Math.round(x)))}
      />
      {traces.length > 1 && <Legend lines={lines} />}
    </details>
  )
}

function largestPrompts({ trace }: OpenEpisode): readonly (number | undefined)[] {
  const sizes: (number | undefined)[] = Array.from({ length: trace.steps.length })
  for (const { step, promptChars } of trace.calls) sizes[step] = Math.max(sizes[step] ?? 0, promptChars)
  return sizes
}
