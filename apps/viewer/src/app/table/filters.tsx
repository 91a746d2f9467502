import type { RefObject, VNode } from 'preact'
import type { EpisodeRow } from '../../manifest/manifest.ts'
import { FACETS, type Facet, facetValues, type Query } from './query.ts'

interface FilterProps {
  readonly rows: readonly EpisodeRow[]
  readonly query: Query
  readonly onChange: (query: Query) => void
  readonly field: RefObject<HTMLInputElement | null>
}

/** The fields that choose rows. A facet with one value leaves nothing to choose, so it has no field. */
export function Filters({ rows, query, onChange, field }: FilterProps): VNode {
  const choose = (facet: Facet, value: string): void => {
    const { [facet]: _, ...others } = query.facets
    onChange({ ...query, facets: value === ALL ? others : { ...others, [facet]: value.slice(1) } })
  }
  const isFiltered = query.text !== '' || Object.keys(query.facets).length > 0
  return (
    <search class="filters">
      <input
        ref={field}
        type="search"
        placeholder="Filter  /"
        aria-label="Filter by words"
        value={query.text}
        onInput={({ currentTarget }) => onChange({ ...query, text: currentTarget.value })}
      />
      {FACETS.map((facet) => {
        const values = facetValues(rows, facet)
        const chosen = query.facets[facet]
        if (values.length < 2 && chosen === undefined) return null
        return (
          <select
            key={facet}
            aria-label={facet}
            class={chosen === undefined ? '' : 'chosen'}
            value={chosen === undefined ? ALL : `=${chosen}`}
            onChange={({ currentTarget }) => choose(facet, currentTarget.value)}
          >
            <option value={ALL}>{facet}: all</option>
            {values.map((value) => (
              <option key={value} value={`=${value}`}>
                {value === '' ? '(plain)' : value}
              </option>
            ))}
          </select>
        )
      })}
      {isFiltered && (
        <button type="button" onClick={() => onChange({ text: '', facets: {}, sort: query.sort })}>
          Clear
        </button>
      )}
    </search>
  )
}

/** No value of a facet begins so. */
const ALL = '*'
