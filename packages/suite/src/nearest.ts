/** The word that is the fewest edits away, if they are few enough to be a slip. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const most = ({ length }: string): number => Math.max(length > 4 ? 2 : 1, Math.floor(length / 3))
  return words
    .map((known) => ({ known, distance: editDistance(word.toLowerCase(), known.toLowerCase()) }))
    .filter(({ known, distance }) => distance <= most(known))
    .sort((a, b) => a.distance - b.distance)[0]?.known
}

/** Names the word that may be meant, at the end of a message; empty if none is near. */
export function didYouMean(word: string, words: readonly string[]): string {
  const meant = nearest(word, words)
  return meant === undefined ? '' : `; did you mean ${meant}?`
}

/** How many characters have to be added, removed or replaced (Levenshtein). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, left] of a.split('').entries()) {
    const next = [i + 1]
    for (const [j, right] of b.split('').entries()) {
      const replaced = (row[j] ?? 0) + (left === right ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
