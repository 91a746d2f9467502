export function count(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

/** A score from 0 to 1: two decimals, or three if two would hide that it is not whole. */
export function score(value: number): string {
  const short = value.toFixed(2)
  return Number(short) === Math.round(value) && !Number.isInteger(value) ? value.toFixed(3) : short
}

/** US dollars. */
export function dollars(value: number): string {
  return `$${value >= 1 ? value.toFixed(2) : value.toPrecision(2)}`
}

export function duration(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`
  return ms >= 10 ? `${ms.toFixed(0)} ms` : `${ms.toFixed(1)} ms`
}
