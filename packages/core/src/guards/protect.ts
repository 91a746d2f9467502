import type { Issue } from '@skill-state/protocol'
import type { Guard } from '../guard.ts'
import { describeNode, sameNode } from '../state/node.ts'
import {
  issueAt,
  listIssues,
  nameWith,
  type PointerPattern,
  type Touched,
  toPattern,
  touchedBy,
} from './parts/places.ts'

/**
 * A value at these places, and everything below it, never changes once it is set, in Σ_0 or later. It cannot be
 * deleted, alone or with something above it. An empty place may be set, and so may one with the empty text, which is what
 * a default leaves there.
 */
export function protect(places: readonly PointerPattern[]): Guard {
  const patterns = places.map(toPattern)
  return {
    name: nameWith('protect', patterns),
    mistake: 'overwrite',
    check: ({ changes }) => listIssues(reject(touchedBy(changes, patterns))),
  }
}

function* reject(touched: Iterable<Touched>): Generator<Issue, void, undefined> {
  for (const { path, before, after, inside } of touched) {
    const isNew = (before === undefined || before === '') && inside === 0
    if (isNew || sameNode(before, after)) continue
    yield issueAt(
      path,
      `expected ${describeNode(before)}, which is protected, found ${describeNode(after)}: leave it out of the patch`,
    )
  }
}
