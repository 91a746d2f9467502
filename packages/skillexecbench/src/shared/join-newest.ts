/** Joins texts, the oldest first. If they exceed so many UTF-16 units, the oldest are left out, each as a whole. */
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
