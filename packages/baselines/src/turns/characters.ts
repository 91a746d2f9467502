/** Length in Unicode code points: what the paper calls characters. A surrogate without its other half is one. */
export function countCharacters(text: string): number {
  const pairs = text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)
  return text.length - (pairs?.length ?? 0)
}

/** The longest run of whole texts from the end of the list that has at most `room` code points together. */
export function newestThatFit<T>(items: readonly T[], text: (item: T) => string, room: number): readonly T[] {
  let from = items.length
  let left = room
  for (; from > 0; from -= 1) {
    left -= countCharacters(text(items[from - 1] as T))
    if (left < 0) break
  }
  return items.slice(from)
}
