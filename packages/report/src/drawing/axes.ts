import type { Axis } from './line-panel.ts'
import { compact, share } from './numbers.ts'

/** From 0 to 1. */
export function scoreAxis(): Axis {
  return { label: 'score', type: 'linear', domain: [0, 1], ticks: [0, 0.25, 0.5, 0.75, 1], format: share }
}

/** Whole powers of ten about all values, which are above 0. */
export function powersAxis(label: string, values: readonly number[]): Axis {
  const low = Math.floor(Math.log10(Math.min(...values)))
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))))
  const ticks = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index))
  return { label, type: 'log', domain: [10 ** low, 10 ** high], ticks, format: compact }
}

/** From 0 to a round number above all values. */
export function amountAxis(label: string, values: readonly number[]): Axis {
  const highest = Math.max(1, ...values)
  const power = 10 ** Math.floor(Math.log10(highest / 2))
  const step =
    [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((each) => each * 5 >= highest) ?? highest
  const count = Math.ceil(highest / step)
  const ticks = Array.from({ length: count + 1 }, (_, index) => index * step)
  return { label, type: 'linear', domain: [0, count * step], ticks, format: compact }
}

/** Exactly these places, evenly spread if each is a multiple of the last. */
export function placesAxis(label: string, type: Axis['type'], places: readonly number[]): Axis {
  const sorted = [...new Set(places)].sort((a, b) => a - b)
  const [low = 1, high = low] = [sorted[0], sorted.at(-1)]
  return { label, type, domain: [low, high], ticks: sorted, format: String }
}
