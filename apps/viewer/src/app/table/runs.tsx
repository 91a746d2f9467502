import type { VNode } from 'preact'
import type { EpisodeRow, Manifest, RunEntry } from '../../manifest/manifest.ts'
import { endedIn, isComplete } from '../shell/use-manifest.ts'
import { count, dollars, score } from '../text/numbers.ts'
import { Printable } from '../text/printable.tsx'

/** What the runs are, how far they are, and what a reader must know of their models. */
export function Runs({ manifest }: { readonly manifest: Manifest }): VNode {
  const models = manifest.runs.filter(({ sessions }) => !sessions)
  const notices = new Set(models.map(({ model }) => `Model: ${model.id}. ${model.notice}`.trim()))
  return (
    <section class="runs" aria-label="Runs">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, and by keyboard only if it takes the focus */}
      <ul tabIndex={0}>
        {manifest.runs.map((run) => (
          <li key={run.name}>
            <b>
              <Printable text={run.name} />
            </b>{' '}
            {!run.sessions && run.experiment !== run.name && (
              <span class="muted">
                experiment <Printable text={run.experiment} />{' '}
              </span>
            )}
            <Progress manifest={manifest} run={run} />
            <Headline rows={manifest.episodes.filter((row) => row.run === run.name)} />
          </li>
        ))}
      </ul>
      {[...notices].map((notice) => (
        <p key={notice} class="notice">
          <Printable text={notice} />
        </p>
      ))}
    </section>
  )
}

function SessionCounts({ manifest, run }: { manifest: Manifest; run: RunEntry }): VNode {
  const rows = manifest.episodes.filter((row) => row.run === run.name)
  const waiting = rows.filter(({ status }) => status === 'approval').length
  return (
    <span class={waiting > 0 ? 'live' : 'muted'}>
      {rows.length === 1 ? '1 session' : `${count(rows.length)} sessions`}
      {waiting > 0 && `, ${count(waiting)} waiting for approval`}
    </span>
  )
}

/** The figures that are asked for first. */
function Headline({ rows }: { rows: readonly EpisodeRow[] }): VNode | null {
  const scores = rows.flatMap(({ score }) => (score === undefined ? [] : [score]))
  const sum = (value: (row: EpisodeRow) => number | undefined): number =>
    rows.reduce((total, row) => total + (value(row) ?? 0), 0)
  const [tokens, cost] = [sum((row) => row.tokens), sum((row) => row.cost)]
  const mean = scores.reduce((total, each) => total + each, 0) / scores.length
  const facts = [
    scores.length > 0 && `mean score ${score(mean)}`,
    `${count(sum(({ steps }) => steps))} steps`,
    tokens > 0 && `${count(tokens)} tokens`,
    cost > 0 && dollars(cost),
  ]
  return rows.length === 0 ? null : <span class="muted">, {facts.filter(Boolean).join(', ')}</span>
}

function Progress({ manifest, run }: { manifest: Manifest; run: RunEntry }): VNode {
  if (run.sessions) return <SessionCounts manifest={manifest} run={run} />
  const ended = endedIn(manifest.episodes, run.name)
  const share = `${count(ended)} of ${count(run.planned)} episodes`
  if (isComplete(manifest, run)) return <span class="muted">{share}</span>
  return (
    <span class={run.writing ? 'live' : 'muted'}>
      {share}, {run.writing ? 'under way' : 'incomplete'}
    </span>
  )
}
