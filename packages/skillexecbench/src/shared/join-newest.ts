/**
 * Joins texts, the oldest first. If all of them exceed so many UTF-16 units, the oldest are left out, each as
 * a whole: a text that does not fit ends the run, even if a shorter one precedes it.
 */
export function joinNewest(texts: readonly string[], separator: string, maxChars: number): string {
  let room = maxChars + separator.length
  let from = texts.length
  for (const text of texts.toReversed()) {
    room -= text.length + separator.length
    if (room < 0) break
    from -= 1
  }
  return texts.slice(from).join(separator)
}
