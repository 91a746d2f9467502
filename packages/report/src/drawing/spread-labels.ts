/**
 * Places for labels in one column: each as near as can be to where it wants to stand, `gap` apart at least,
 * all within the range if they fit. Gives the places in the order of the wishes.
 */
export function spreadLabels(
  wishes: readonly number[],
  { gap, low, high }: { readonly gap: number; readonly low: number; readonly high: number },
): readonly number[] {
  const order = wishes.map((wish, index) => ({ wish, index })).sort((a, b) => a.wish - b.wish)
  const places: number[] = []
  for (const [rank, { wish }] of order.entries()) {
    const previous = places[rank - 1]
    places.push(Math.max(low, wish, previous === undefined ? low : previous + gap))
  }
  for (let rank = places.length - 1; rank >= 0; rank -= 1) {
    const limit = high - gap * (places.length - 1 - rank)
    places[rank] = Math.min(places[rank] ?? limit, limit)
  }
  const placed = new Map(order.map(({ index }, rank) => [index, places[rank] ?? low]))
  return wishes.map((_, index) => placed.get(index) ?? low)
}
