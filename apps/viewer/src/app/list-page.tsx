import type { VNode } from 'preact'
import { useMemo, useRef } from 'preact/hooks'
import type { Manifest } from '../manifest/manifest.ts'
import { Plots } from './plots/plots.tsx'
import { formatRoute } from './route.ts'
import { useKeys } from './shell/use-keys.ts'
import { navigate } from './shell/use-route.ts'
import { chooseColumns, sortRows } from './table/columns.ts'
import { EpisodeTable } from './table/episode-table.tsx'
import { Filters } from './table/filters.tsx'
import { filterRows, formatQuery, parseQuery, type Query } from './table/query.ts'
import { Runs } from './table/runs.tsx'
import { count } from './text/numbers.ts'

interface ListPageProps {
  readonly manifest: Manifest
  readonly page: 'episodes' | 'plots'
  readonly query: string
}

/** The runs, and their episodes as a table or as plots, under the same filters. */
export function ListPage({ manifest, page, query: text }: ListPageProps): VNode {
  const query = useMemo(() => parseQuery(text), [text])
  const filtered = useMemo(() => filterRows(manifest.episodes, query), [manifest.episodes, query])
  const rows = useMemo(() => sortRows(filtered, query.sort), [filtered, query.sort])
  const columns = useMemo(() => chooseColumns(manifest.episodes), [manifest.episodes])
  const field = useRef<HTMLInputElement>(null)
  const change = (next: Query): void => navigate({ page, query: formatQuery(next) }, 'replace')
  useKeys({ '/': () => field.current?.focus() })
  return (
    <main class={`list ${page}`}>
      <h1 class="unseen">Runs and sessions</h1>
      <Runs manifest={manifest} />
      <div class="bar">
        <nav class="tabs" aria-label="Views">
          {(['episodes', 'plots'] as const).map((each) => (
            <a
              key={each}
              href={formatRoute({ page: each, query: text })}
              aria-current={each === page ? 'page' : undefined}
            >
              {each === 'episodes' ? 'Episodes' : 'Plots'}
            </a>
          ))}
        </nav>
        <Filters rows={manifest.episodes} query={query} onChange={change} field={field} />
        <output class="count">
          {rows.length === manifest.episodes.length
            ? `${count(rows.length)} episodes`
            : `${count(rows.length)} of ${count(manifest.episodes.length)} episodes`}
          {manifest.unread > 0 && `, ${count(manifest.unread)} being read`}
        </output>
      </div>
      {page === 'plots' ? (
        <Plots manifest={manifest} rows={filtered} query={query} />
      ) : (
        <EpisodeTable
          rows={rows}
          columns={columns}
          sort={query.sort}
          order={text}
          onSort={(sort) => change({ ...query, sort })}
        />
      )}
    </main>
  )
}
