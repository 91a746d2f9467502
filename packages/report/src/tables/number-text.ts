import type { RunComparison } from '@skill-state/eval/compare'

export type Compared = RunComparison['rows'][number]['figures'][number]

export const NOTHING = '–'

/** With its sign, which 0 has none of. */
export function signed(value: number | undefined, decimals: number = 3): string {
  if (value === undefined) return NOTHING
  const text = numberText(Math.abs(value), decimals)
  if (Number(text.replaceAll(',', '')) === 0) return text
  return value < 0 ? `−${text}` : `+${text}`
}

/** From here on digits say less than the power of ten. */
const LARGE = 1e15

/** With so many decimals, thousands set apart by commas; a very large number by its power of ten. */
export function numberText(value: number | undefined, decimals: number): string {
  if (value === undefined) return NOTHING
  if (Math.abs(value) >= LARGE) return value.toExponential(2)
  return formatOf(decimals).format(value)
}

const formats = new Map<number, Intl.NumberFormat>()

/** Made once: to make a format takes many times as long as to use it. */
function formatOf(decimals: number): Intl.NumberFormat {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const format = formats.get(decimals) ?? new Intl.NumberFormat('en-US', digits)
  formats.set(decimals, format)
  return format
}

/** The margin of repetition noise, and whether the difference beside it lies within. */
export function noiseText(noise: Compared['noise'] | undefined, decimals: number = 3): string {
  if (noise === undefined || 'unmeasured' in noise) return NOTHING
  return `± ${numberText(noise.margin, decimals)}${noise.inside ? ', inside' : ''}`
}

/** The interval of a paired test, or why there is none. */
export function intervalText(test: Compared['test'], decimals: number = 3): string {
  if ('untested' in test) return test.untested
  return test.interval.map((end) => signed(end, decimals)).join(' to ')
}

/** A p value; a small one says how small. */
export function pText(p: number | undefined): string {
  if (p === undefined) return NOTHING
  return p < 0.0001 ? '< 0.0001' : p.toFixed(4)
}

/** Beyond this skewness the intervals of few values are too narrow. */
const SKEWED = 1

/** What `skewed` beside an interval means. */
export const SKEWED_NOTE =
  'Skewed: with ten to twenty clusters the t and bootstrap intervals of such a figure can miss its true value in 15 to 25 % of cases.'

/** A bootstrap interval, marked if its values are skewed, or why there is none. */
export function resampledText(
  bootstrap: Compared['bootstrap'] | undefined,
  text: (value: number) => string,
): string {
  if (bootstrap === undefined) return NOTHING
  if ('untested' in bootstrap) return bootstrap.untested
  const [low, high] = bootstrap.interval
  return `${text(low)} to ${text(high)}${Math.abs(bootstrap.skewness) > SKEWED ? ', skewed' : ''}`
}
