/** A table of a report. The first column names the row; the others are figures. */
export interface Table {
  readonly title: string
  /** What the table says, and what its columns mean, in sentences. */
  readonly legend: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export function percent(share: number | null): string {
  return share === null ? '–' : `${(100 * share).toFixed(1)} %`
}

/** A share with its interval, such as `85.0 % [81.2, 88.4]`. */
export function percentWithin(share: number | null, interval: readonly [number, number] | null): string {
  if (share === null || interval === null) return percent(share)
  const [low, high] = interval.map((each) => (100 * each).toFixed(1))
  return `${percent(share)} [${low}, ${high}]`
}

export function whole(value: number | null): string {
  return value === null ? '–' : Math.round(value).toLocaleString('en')
}

export function decimal(value: number | null, digits = 2): string {
  return value === null ? '–' : value.toFixed(digits)
}
