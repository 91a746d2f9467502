/**
 * p values adjusted for being several, in their order: with all of them held to 5 %, the chance of one false finding
 * or more is at most 5 % (Holm 1979). An `undefined` is no test and counts as none.
 */
export function holm(values: readonly (number | undefined)[]): readonly (number | undefined)[] {
  const ordered = values
    .flatMap((p, index) => (p === undefined ? [] : [{ p, index }]))
    .sort((a, b) => a.p - b.p)
  const adjusted: (number | undefined)[] = values.map(() => undefined)
  let largest = 0
  for (const [rank, { p, index }] of ordered.entries()) {
    largest = Math.max(largest, Math.min(1, p * (ordered.length - rank)))
    adjusted[index] = largest
  }
  return adjusted
}
