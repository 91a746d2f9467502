/** Six decimals, the precision of a figure in the audit's document. */
export function round(value: number): number {
  return Number(value.toFixed(6))
}

/** A share, or `null` of nothing: a rate of no cases is unknown. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : round(part / whole)
}
