import type { Issue } from '@skill-state/protocol'
import type { Guard } from '../guard.ts'
import { childOf, childrenOf, describeNode, kindOf, type Node } from '../state/node.ts'
import { issueAt, listIssues, nameWith, type PointerPattern, toPattern, touchedBy } from './parts/places.ts'

/**
 * An object stays an object and an array an array, so that no map is lost to a scalar that a model wrote in its
 * place. A container that is not empty cannot be deleted as a whole; its keys can be deleted one by one. Without `places`, all
 * objects and arrays are kept.
 */
export function keepContainers({ places }: { readonly places?: readonly PointerPattern[] } = {}): Guard {
  const patterns = places?.map(toPattern)
  return {
    name: patterns ? nameWith('keepContainers', patterns) : 'keepContainers',
    mistake: 'overwrite',
    check({ changes }) {
      const touched = patterns
        ? [...touchedBy(changes, patterns)].filter(({ inside }) => inside === 0)
        : changes
      const found = touched.flatMap(({ path, before, after }) => [
        ...reject(path, before, after, patterns === undefined),
      ])
      return listIssues(found)
    },
  }
}

function* reject(
  path: readonly string[],
  before: Node | undefined,
  after: Node | undefined,
  deep: boolean,
): Generator<Issue, void, undefined> {
  if (before === undefined || before === after || kindOf(before) === 'scalar') return
  if (after === undefined) {
    if ([...childrenOf(before)].length === 0) return
    const message = `expected ${describeNode(before)} to stay, found a deletion of all that it holds: delete keys of it one by one`
    yield issueAt(path, message)
  } else if (kindOf(after) !== kindOf(before)) {
    yield issueAt(
      path,
      `expected ${kindOf(before) === 'array' ? 'an array' : 'an object'} to stay one, found ${describeNode(after)}`,
    )
  } else if (deep && kindOf(before) === 'object') {
    for (const [key, child] of childrenOf(before)) {
      yield* reject([...path, key], child, childOf(after, key), deep)
    }
  }
}
