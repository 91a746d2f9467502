import type { VNode } from 'preact'
import type { EpisodeRow, Manifest } from '../../manifest/manifest.ts'
import type { Query } from '../table/query.ts'
import { Printable } from '../text/printable.tsx'
import type { LinesOptions } from './draw-lines.ts'
import { LinePlot } from './line-plot.tsx'
import { type LineGroup, promptGroups, scoreGroups } from './plot-data.ts'

interface PlotsProps {
  readonly manifest: Manifest
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
            <Figure
              title="Prompt size by step"
              about="mean of all episodes, in characters"
              group={prompts.find((group) => keyOf(group) === key)}
              axes={() => ({ x: { label: 'step t' }, y: { label: 'characters' } })}
            />
            <Figure
              title="Score by horizon"
              about="mean of the episodes that pass the filters"
              group={scores.find((group) => keyOf(group) === key)}
              axes={scoreAxes}
            />
          </div>
        </section>
      ))}
    </div>
  )
}

const keyOf = ({ run, benchmark }: LineGroup): string => JSON.stringify([run, benchmark])

function scoreAxes({ lines }: LineGroup): Axes {
  const places = [...new Set(lines.flatMap(({ points }) => points.map(({ x }) => x)))]
  const ticks = places.length <= 8 ? places : undefined
  return { x: { label: 'horizon T', ticks }, y: { label: 'score', domain: [0, 1] }, dots: true }
}

type Axes = Pick<LinesOptions, 'x' | 'y' | 'dots'>

interface FigureProps {
  readonly title: string
  readonly about: string
  readonly group: LineGroup | undefined
  readonly axes: (group: LineGroup) => Axes
}

function Figure({ title, about, group, axes }: FigureProps): VNode | null {
  if (group === undefined) return null
  const { lines } = group
  return (
    <figure>
      <figcaption>
        {title}: {about}
      </figcaption>
      <LinePlot lines={lines} description={`${title}. ${describe(group)}`} height={280} {...axes(group)} />
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
