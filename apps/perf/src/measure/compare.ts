import type { Figure } from './measure.ts'
import type { Row, Target } from './row.ts'

export interface Comparison {
  readonly unit: string
  /** The contender that all others are divided by, and how the ratio calls it. */
  readonly reference: { readonly name: string; readonly as: string }
  /** By contender. */
  readonly targets?: Readonly<Record<string, Target>>
  /** By contender. */
  readonly notes?: Readonly<Record<string, string>>
}

/** One row for each contender, in the order of the figures. */
export function compare(figures: ReadonlyMap<string, Figure>, comparison: Comparison): Row[] {
  const { unit, reference, targets = {}, notes = {} } = comparison
  const base = figures.get(reference.name)?.median
  return [...figures].map(([name, { median, ...spread }]) => {
    const ratio = base === undefined ? undefined : { value: median / base, of: reference.as }
    return { name, figure: median, unit, spread, ratio, target: targets[name], note: notes[name] }
  })
}
