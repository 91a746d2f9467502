/** Between which two figures a session is likely to end. */
export interface Range {
  readonly low: number
  readonly high: number
}

/** An earlier session beside the estimate that would have been made of it. */
export interface Compared {
  readonly turns: number
  /** What it took ÷ what was estimated. */
  readonly ratio: number
}

/** Share of the sessions that a range is to hold, if there are enough earlier ones. */
const SHARE = 0.9
/** Fewer earlier sessions say too little. */
const LEAST = 5

/** The share of sessions that ranges by so many earlier sessions hold, if these and the next are alike; 0 if they are too few. */
export function shareOf(count: number): number {
  return count < LEAST ? 0 : 1 - (2 * cutOf(count)) / (count + 1)
}

/**
 * An estimate times the ratios of earlier sessions, without the highest and the lowest ones. A session of fewer messages than these
 * had is further from its estimate, as the sums of fewer are.
 */
export function rangeOf(estimate: number, turns: number, compared: readonly Compared[]): Range {
  const ratios = compared
    .map(({ ratio, turns: before }) => 1 + (ratio - 1) * Math.max(1, Math.sqrt(before / turns)))
    .sort((a, b) => a - b)
  const cut = cutOf(ratios.length)
  const [low = 1, high = 1] = [ratios.at(cut - 1), ratios.at(-cut)]
  return { low: Math.max(0, estimate * low), high: estimate * high }
}

/** How many sessions lie outside at either end, the outermost of those inside counted. */
function cutOf(count: number): number {
  return Math.max(1, Math.floor(((1 - SHARE) / 2) * (count + 1)))
}
