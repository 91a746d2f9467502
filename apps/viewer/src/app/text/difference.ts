import { diffLines, diffWordsWithSpace } from 'diff'

/** A stretch of two texts: in both of them, only in the second, or only in the first. */
export interface Stretch {
  readonly mark: 'same' | 'added' | 'removed'
  readonly text: string
}

/** Texts that differ in more words are compared by lines, and then as a whole: the page would stand still for seconds. */
const MOST_DIFFERING = { maxEditLength: 1500 }

/** What leads from one text to another: without the removed stretches it is `after`, without the added ones `before`. */
export function difference(before: string, after: string): readonly Stretch[] {
  const changes =
    diffWordsWithSpace(before, after, MOST_DIFFERING) ?? diffLines(before, after, MOST_DIFFERING)
  if (changes === undefined) {
    return [
      { mark: 'removed', text: before },
      { mark: 'added', text: after },
    ]
  }
  return changes.map(({ added, removed, value }) => ({
    mark: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }))
}

/** How many characters have a mark. */
export function charactersOf(stretches: readonly Stretch[], mark: Stretch['mark']): number {
  return stretches.reduce((sum, each) => sum + (each.mark === mark ? each.text.length : 0), 0)
}
