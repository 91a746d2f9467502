import type { VNode } from 'preact'
import type { EpisodeRow, Manifest } from '../../manifest/manifest.ts'
import type { Query } from '../table/query.ts'
import { Printable } from '../text/printable.tsx'
import { Legend } from './legend.tsx'
import { LinePlot } from './line-plot.tsx'
import { type LineGroup, promptGroups, scoreGroups } from './plot-data.ts'

interface PlotsProps {
  readonly manifest: Manifest
  /** The episodes that pass the filters. */
  readonly rows: readonly EpisodeRow[]
  readonly query: Query
}

/** Prompt sizes and scores of the chosen episodes, a pair of plots for each benchmark of each run. */
export function Plots({ manifest, rows, query }: PlotsProps): VNode {
  const prompts = promptGroups(manifest.curves, query)
  const scores = scoreGroups(rows)
  const keys = new Map([...prompts, ...scores].map((group) => [keyOf(group), group]))
  if (keys.size === 0) return <p class="nothing">No episode passes the filters.</p>
  return (
    <div class="plots">
      {[...keys].map(([key, { run, benchmark }]) => (
        <section key={key} class="pair">
          <h2>
            <Printable text={manifest.runs.length > 1 ? `${run}: ${benchmark}` : benchmark} />
          </h2>
          <div class="panels">
            <PromptPlot group={prompts.find((group) => keyOf(group) === key)} />
            <ScorePlot group={scores.find((group) => keyOf(group) === key)} />
          </div>
        </section>
      ))}
    </div>
  )
}

const keyOf = ({ run, benchmark }: LineGroup): string => JSON.stringify([run, benchmark])

function PromptPlot({ group }: { group: LineGroup | undefined }): VNode | null {
  if (group === undefined) return null
  return (
    <figure>
      <figcaption>Prompt size by step: mean of all episodes, in characters</figcaption>
      <LinePlot
        lines={group.lines}
        description={`Prompt size by step. ${describe(group)}`}
        height={280}
        x={{ label: 'step t' }}
        y={{ label: 'characters' }}
      />
      <Legend lines={group.lines} />
    </figure>
  )
}

function ScorePlot({ group }: { group: LineGroup | undefined }): VNode | null {
  if (group === undefined) return null
  const places = [...new Set(group.lines.flatMap(({ points }) => points.map(({ x }) => x)))]
  return (
    <figure>
      <figcaption>Score by horizon: mean of the episodes that pass the filters</figcaption>
      <LinePlot
        lines={group.lines}
        description={`Score by horizon. ${describe(group)}`}
        height={280}
        x={{ label: 'horizon T', ticks: places.length <= 8 ? places : undefined }}
        y={{ label: 'score', domain: [0, 1] }}
        dots
      />
      <Legend lines={group.lines} />
    </figure>
  )
}

function describe({ lines }: LineGroup): string {
  return lines
    .flatMap(({ name, points }) => {
      const last = points.at(-1)
      return last === undefined ? [] : [`${name}: ${Number(last.y.toPrecision(3))} at ${last.x}.`]
    })
    .join(' ')
}
