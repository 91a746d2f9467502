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
          <Run key={run.name} run={run} rows={manifest.episodes.filter((row) => row.run === run.name)} />
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

function Run({ rows, run }: { rows: Manifest['episodes']; run: RunEntry }): VNode {
  return (
    <li>
      <Printable as="b" text={run.name} />{' '}
      {!run.sessions && run.experiment !== run.name && (
        <span class="muted">
          experiment <Printable text={run.experiment} />{' '}
        </span>
      )}
      <Progress rows={rows} run={run} />
      <Headline rows={rows} />
    </li>
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

function Progress({ rows, run }: { rows: Manifest['episodes']; run: RunEntry }): VNode {
  const { planned, writing, sessions } = run
  if (sessions) {
    const waiting = rows.filter(({ status }) => status === 'approval').length
    const all = rows.length === 1 ? '1 session' : `${count(rows.length)} sessions`
    return (
      <span class={waiting > 0 ? 'live' : 'muted'}>
        {all}
        {waiting > 0 && `, ${count(waiting)} waiting for approval`}
      </span>
    )
  }
  const state = isComplete(rows, run) ? '' : writing ? ', under way' : ', incomplete'
  return (
    <span class={writing && state !== '' ? 'live' : 'muted'}>
      {`${count(endedIn(rows))} of ${count(planned)} episodes${state}`}
    </span>
  )
}
