import type { Issue } from '@skill-state/protocol'
import type { Guard, Transition } from '../guard.ts'
import { describeValue, listValues } from '../json/excerpt.ts'
import { toPointer } from '../state/change.ts'
import { describeNode, type Node, nodeAt, sameNode } from '../state/node.ts'
import { isNamed, textsOf } from './parts/names.ts'
import {
  listIssues,
  nameWith,
  type Pattern,
  type PointerPattern,
  toPattern,
  touchedBy,
} from './parts/places.ts'

/**
 * An entry at these places, such as `/inventory/*`, is deleted or overwritten only together with an action that is about it: one that
 * names its key or its value, as a whole word of its text, or of any text in a JSON action. Catches the patch
 * that forgets an entry too early, or changes another one. New entries are free.
 */
export function namedByAction({ paths }: { readonly paths: readonly PointerPattern[] }): Guard {
  const patterns = paths.map(toPattern)
  return {
    name: nameWith('namedByAction', patterns),
    mistake: 'overwrite',
    check: (transition) => listIssues(patterns.flatMap((pattern) => [...reject(transition, pattern)])),
  }
}

function* reject(transition: Transition, pattern: Pattern): Generator<Issue, void, undefined> {
  const texts = textsOf(transition.action)
  for (const { path, before, after, inside } of touchedBy(transition.changes, [pattern])) {
    const place = path.slice(0, path.length - inside)
    const entry = inside === 0 ? before : nodeAt(transition.before, place)
    if (entry === undefined || sameNode(before, after)) continue
    const names = namesOf(place.at(-1) ?? '', entry)
    if (texts.some((text) => names.some((name) => isNamed(text, name)))) continue
    const change = after === undefined ? 'deletes' : 'overwrites'
    yield {
      path: toPointer(path),
      message: `the patch ${change} ${describeNode(before)} here, but the action, ${describeValue(transition.action)}, does not name ${listValues(names)}: leave this entry as it is until an action is about it`,
    }
  }
}

function namesOf(key: string, value: Node): string[] {
  return typeof value === 'object' ? [key] : [key, String(value)]
}
