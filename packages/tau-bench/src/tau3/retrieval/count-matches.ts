import { stripped } from '../../python/numbers.ts'
import type { Document } from '../data/policy.ts'
import type { Ranking } from './bm25.ts'
import { literalPattern, translatePattern } from './python-pattern.ts'

/** The ten documents with the most matches. A pattern that Python refuses is searched as text. */
export function countMatches(documents: readonly Document[], pattern: string): Ranking {
  if (stripped(pattern) === '') return []
  const count = counter(sourceOf(pattern))
  const counted = documents.map((document) => [document, count(document.content)] as const)
  const found = counted.filter(([, times]) => times > 0)
  return found.sort(([, left], [, right]) => right - left).slice(0, 10)
}

function sourceOf(pattern: string): string {
  try {
    const source = translatePattern(pattern)
    new RegExp(source, 'v')
    return source
  } catch (error) {
    if (error instanceof SyntaxError) return literalPattern(pattern)
    throw error
  }
}

/** Counts as `findall` finds: after an empty match, it looks for one that is not empty at the same place. */
function counter(source: string): (text: string) => number {
  const anywhere = new RegExp(source, 'giv')
  // A match is empty if the same text follows its beginning and its end; 200 characters tell.
  const notEmptyHere = new RegExp(`(?=(?<rest>[\\s\\S]{1,200}))(?:${source})(?!\\k<rest>)`, 'iyv')
  // Without alternatives or lazy repeats, what is empty first is empty always.
  const mayGrow = /[|?]/.test(source.replaceAll(/\(\?[<=!:]+/g, ''))
  return (text) => {
    let count = 0
    for (let at = 0; at <= text.length; ) {
      anywhere.lastIndex = at
      const match = anywhere.exec(text)
      if (match === null) break
      count += 1
      at = match.index + match[0].length
      if (match[0] !== '') continue
      notEmptyHere.lastIndex = at
      const next = mayGrow ? notEmptyHere.exec(text) : null
      if (next !== null) count += 1
      const character = (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
      at += next?.[0].length ?? character
    }
    return count
  }
}
