import type { Issue } from '@skill-state/protocol'
import type { Guard } from '../guard.ts'
import { childOf, childrenOf, describeNode, kindOf, type Node, sameNode } from '../state/node.ts'
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
 * At these places an object may gain keys but never lose or change one, and an array may only grow at its end.
 * A scalar stays as it is; a place that is empty may be set.
 */
export function appendOnly(places: readonly PointerPattern[]): Guard {
  const patterns = places.map(toPattern)
  return {
    name: nameWith('appendOnly', patterns),
    mistake: 'overwrite',
    check: ({ changes }) => listIssues(reject(touchedBy(changes, patterns))),
  }
}

function* reject(touched: Iterable<Touched>): Generator<Issue, void, undefined> {
  for (const { path, before, after, inside } of touched) {
    if (before === undefined && inside < 2) continue
    if (inside > 0) yield* rejectChange(path, before, after)
    else if (before !== undefined) yield* rejectLoss(path, before, after)
  }
}

function* rejectLoss(path: readonly string[], before: Node, after: Node | undefined): Generator<Issue> {
  if (after === undefined || kindOf(before) === 'scalar' || kindOf(before) !== kindOf(after)) {
    yield* rejectChange(path, before, after)
    return
  }
  for (const [key, child] of childrenOf(before))
    yield* rejectChange([...path, key], child, childOf(after, key))
}

function* rejectChange(
  path: readonly string[],
  before: Node | undefined,
  after: Node | undefined,
): Generator<Issue> {
  if (sameNode(before, after)) return
  yield issueAt(
    path,
    `expected ${describeNode(before)} to stay, since entries are only added here, found ${describeNode(after)}`,
  )
}
