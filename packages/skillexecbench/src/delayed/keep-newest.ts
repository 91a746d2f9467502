/** Joins sentences by a space, oldest first; where they exceed the limit, the oldest are left out whole. */
export function keepNewest(sentences: readonly string[], maxChars: number): string {
  let length = -1
  let from = sentences.length
  for (const sentence of sentences.toReversed()) {
    length += 1 + sentence.length
    if (length > maxChars) break
    from -= 1
  }
  return sentences.slice(from).join(' ')
}
