/** Milliseconds as a person reads them: `45 s`, `12 min`, `3 h 20 min`. */
export function durationText(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000)
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** A count as a person reads it: `950`, `12.3k`, `4.5M`. */
export function countText(count: number): string {
  if (count < 10_000) return String(count)
  if (count < 1_000_000) return `${(count / 1_000).toFixed(1)}k`
  return `${(count / 1_000_000).toFixed(1)}M`
}

/** US dollars; what is not known is a dash. */
export function costText(cost: number | undefined): string {
  return cost === undefined ? '–' : `$${cost.toFixed(cost < 10 ? 4 : 2)}`
}
