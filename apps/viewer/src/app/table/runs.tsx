import type { VNode } from 'preact'
import type { Manifest, RunEntry } from '../../manifest/manifest.ts'
import { endedIn, isComplete } from '../shell/use-manifest.ts'
import { count } from '../text/numbers.ts'
import { Printable } from '../text/printable.tsx'

/** What the runs are, how far they are, and what a reader must know of their models. */
export function Runs({ manifest }: { readonly manifest: Manifest }): VNode {
  const notices = new Set(manifest.runs.map(({ model }) => `Model: ${model.id}. ${model.notice}`.trim()))
  return (
    <section class="runs" aria-label="Runs">
      <ul>
        {manifest.runs.map((run) => (
          <li key={run.name}>
            <b>
              <Printable text={run.name} />
            </b>{' '}
            {run.experiment !== run.name && (
              <span class="muted">
                experiment <Printable text={run.experiment} />{' '}
              </span>
            )}
            <Progress manifest={manifest} run={run} />
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

function Progress({ manifest, run }: { manifest: Manifest; run: RunEntry }): VNode {
  const ended = endedIn(manifest.episodes, run.name)
  const share = `${count(ended)} of ${count(run.planned)} episodes`
  if (isComplete(manifest, run)) return <span class="muted">{share}</span>
  return (
    <span class={run.writing ? 'live' : 'muted'}>
      {share}, {run.writing ? 'under way' : 'incomplete'}
    </span>
  )
}
