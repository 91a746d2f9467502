/** A figure in few characters: `0.94`, `912`, `12.3k`, `1.25M`. */
export function compact(value: number): string {
  const size = Math.abs(value)
  if (size >= 999_500) return `${digits(value / 1e6)}M`
  if (size >= 1000) return `${digits(value / 1000)}k`
  return size >= 10 || Number.isInteger(value) ? value.toFixed(0) : digits(value)
}

/** Three significant digits at most. */
const digits = (value: number): string => String(Number(value.toPrecision(3)))

/** A score or a share: always two decimals. */
export function share(value: number): string {
  return value.toFixed(2)
}

/** Thousands apart, no decimals. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

/** A name as a picture has room for it. */
export function shortName(name: string): string {
  const characters = Array.from(name)
  return characters.length > 20 ? `${characters.slice(0, 19).join('')}…` : name
}

/** Room for the longest of some labels, in pixels at the pictures' font size. */
export function labelRoom(labels: readonly string[]): number {
  return Math.ceil(6.3 * Math.max(0, ...labels.map((label) => Array.from(label).length)))
}
