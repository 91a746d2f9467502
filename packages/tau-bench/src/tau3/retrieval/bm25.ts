import { words } from '../../python/numbers.ts'
import type { Document } from '../data/policy.ts'

export type Ranking = readonly (readonly [Document, number])[]

const [k1, b, epsilon, most] = [1.5, 0.75, 0.25, 10]

/** Okapi BM25 over the contents, as `rank_bm25` computes it: the ten best, ties in the documents' order. */
export function bm25Search(documents: readonly Document[]): (query: string) => Ranking {
  const counts = documents.map(({ content }) => countWords(words(content.toLowerCase())))
  const lengths = counts.map((count) => [...count.values()].reduce((sum, times) => sum + times, 0))
  const average = lengths.reduce((sum, length) => sum + length, 0) / documents.length
  const weights = weightsOf(counts)
  return (query) => {
    const wanted = words(query.toLowerCase())
    if (wanted.length === 0) return []
    const scored = documents.map((document, index) => {
      const [count, length = 0] = [counts[index], lengths[index]]
      const norm = k1 * (1 - b + (b * length) / average)
      const parts = wanted.map((word) => {
        const times = count?.get(word) ?? 0
        return (weights.get(word) ?? 0) * ((times * (k1 + 1)) / (times + norm))
      })
      return [document, parts.reduce((sum, part) => sum + part, 0)] as const
    })
    return scored.sort(([, left], [, right]) => right - left).slice(0, most)
  }
}

function countWords(text: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const word of text) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** How rare each word is; words in more than half of the documents count a quarter of the mean. */
function weightsOf(counts: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> {
  const found = countWords(counts.flatMap((count) => [...count.keys()]))
  const weights = new Map<string, number>()
  for (const [word, times] of found)
    weights.set(word, Math.log(counts.length - times + 0.5) - Math.log(times + 0.5))
  const mean = [...weights.values()].reduce((sum, weight) => sum + weight, 0) / weights.size
  for (const [word, weight] of weights) if (weight < 0) weights.set(word, epsilon * mean)
  return weights
}
