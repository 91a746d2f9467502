import { f, fixed, isTruthy, type PythonValue, stripped, textWith, typeError } from '../../python/index.ts'
import { type BankTool, tool } from '../bank/bank.ts'
import type { Document } from '../data/policy.ts'
import { bm25Search, type Ranking } from './bm25.ts'
import { countMatches } from './count-matches.ts'

/** The searches that a set of tools has. The index is made for the first search. */
export function searchTools(documents: readonly Document[], shown: readonly string[]): readonly BankTool[] {
  let rank: ReturnType<typeof bm25Search> | undefined
  const best = (query: PythonValue): Ranking => {
    if (!isTruthy(query) || stripped(textWith(query, 'strip')) === '') return []
    rank ??= bm25Search(documents)
    return rank(query as string)
  }
  const search = tool('KB_search', 'query', (_bank, { query }) => timed(best(query)))
  const first = tool(
    'KB_search_bm25',
    'query k',
    (_bank, { query, k }) => timed(best(query).slice(0, endOf(k))),
    { k: 10n },
  )
  const grep = tool('grep', 'pattern', (_bank, { pattern }) => {
    const found = countMatches(documents, textWith(pattern, 'strip'))
    return found.length === 0 ? f`No matches found for pattern: ${pattern}` : written(found)
  })
  const tools = [
    { ...search, owner: 'KBSearchMixin' },
    { ...first, owner: 'KBSearchBm25AllToolsMixin' },
    { ...grep, owner: 'GrepMixin' },
  ]
  return tools.filter(({ name }) => shown.includes(name))
}

/** The official answer with its milliseconds; ours are always 0, so that equal searches have equal answers. */
function timed(ranking: Ranking): string {
  const text = ranking.length === 0 ? 'No relevant documents found.' : written(ranking)
  return `${text}\n\n[Timing: retrieval=0ms, total=0ms]`
}

function written(ranking: Ranking): string {
  return ranking
    .map(
      ([{ id, title, content }, score], index) =>
        `${index + 1}. ${title || 'Untitled'}\n   ID: ${id}\n   Score: ${fixed(score, 4)}\n   Content: ${content}\n`,
    )
    .join('\n')
}

/** Where a slice of Python's ends. */
function endOf(k: PythonValue): number | undefined {
  if (k === null) return undefined
  if (typeof k === 'bigint' || typeof k === 'boolean') return Number(k)
  throw typeError('slice indices must be integers or None or have an __index__ method')
}
