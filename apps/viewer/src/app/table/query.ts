import type { EpisodeRow } from '../../manifest/manifest.ts'

/** Columns that a filter offers as a list of their values. */
export const FACETS = ['run', 'benchmark', 'variant', 'runtime', 'model', 'status'] as const
export type Facet = (typeof FACETS)[number]

/** What the table shows and in which order. It is part of the address. */
export interface Query {
  /** Words that all must occur in the row. */
  readonly text: string
  readonly facets: Readonly<Partial<Record<Facet, string>>>
  /** A column's name, with `-` before it for descending; empty for the order of the files. */
  readonly sort: string
}

export function parseQuery(text: string): Query {
  const parameters = new URLSearchParams(text)
  const facets = FACETS.filter((facet) => parameters.has(facet))
  return {
    text: parameters.get('q') ?? '',
    facets: Object.fromEntries(facets.map((facet) => [facet, parameters.get(facet) ?? ''])),
    sort: parameters.get('sort') ?? '',
  }
}

export function formatQuery({ text, facets, sort }: Query): string {
  const parameters = new URLSearchParams()
  if (text !== '') parameters.set('q', text)
  for (const facet of FACETS) {
    const value = facets[facet]
    if (value !== undefined) parameters.set(facet, value)
  }
  if (sort !== '') parameters.set('sort', sort)
  return parameters.toString()
}

export function filterRows(rows: readonly EpisodeRow[], query: Query): readonly EpisodeRow[] {
  const words = query.text.toLowerCase().split(/\s+/).filter(Boolean)
  const facets = Object.entries(query.facets) as [Facet, string][]
  return rows.filter((row) => {
    if (facets.some(([facet, value]) => (row[facet] ?? '') !== value)) return false
    const text = words.length === 0 ? '' : textOf(row)
    return words.every((word) => text.includes(word))
  })
}

const texts = new WeakMap<EpisodeRow, string>()

/** What a word is looked for in, in small letters. */
function textOf(row: EpisodeRow): string {
  const known = texts.get(row)
  if (known !== undefined) return known
  const { run, benchmark, task, variant, runtime, model, status, reason } = row
  const text = [run, benchmark, task, variant, runtime, model, status, reason].join(' ').toLowerCase()
  texts.set(row, text)
  return text
}

/** The values of a facet, each once, in order. */
export function facetValues(rows: readonly EpisodeRow[], facet: Facet): readonly string[] {
  return [...new Set(rows.map((row) => row[facet] ?? ''))].sort()
}
