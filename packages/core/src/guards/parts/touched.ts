import type { Change } from '../../state/change.ts'
import { type Node, nodeAt } from './node.ts'
import { type Pattern, passes, placesIn } from './pattern.ts'

/** A change as it concerns one place of a pattern. */
export interface Touched {
  /** The keys of what was changed: the place itself, or something in it. */
  readonly path: readonly string[]
  readonly before: Node | undefined
  readonly after: Node | undefined
  /** Levels by which the change lies below the place; 0 if it is about the place itself. */
  readonly inside: number
}

/**
 * What changes did at the places of the patterns, also if they replaced or deleted something above them.
 * Looks only at what was changed.
 */
export function* touchedBy(
  changes: Iterable<Change>,
  patterns: readonly Pattern[],
): Generator<Touched, void, undefined> {
  for (const change of changes) {
    for (const { steps } of patterns) {
      const { path } = change
      if (!path.every((key, at) => steps[at] === undefined || passes(steps[at], key))) continue
      if (steps.length <= path.length) yield { ...change, inside: path.length - steps.length }
      else {
        for (const place of placesIn(change.before, steps.slice(path.length))) {
          const after = nodeAt(change.after, place.path)
          yield { path: [...path, ...place.path], before: place.value, after, inside: 0 }
        }
      }
    }
  }
}
