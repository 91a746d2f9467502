import type { Issue, JsonValue } from '@skill-state/protocol'
import type { Guard, Transition } from '../guard.ts'
import { describeValue, listValues } from '../json/excerpt.ts'
import { toPointer } from '../state/change.ts'
import { checkJson } from '../state/check-json.ts'
import { describeNode, type Node, nodeAt, sameNode } from '../state/node.ts'
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

/** The texts and numbers of an action, as texts. None if it is not JSON, which the action's reader rejects. */
function textsOf(action: unknown): readonly string[] {
  return checkJson(action, 'anywhere').length === 0 ? [...collect(action as JsonValue)] : []
}

function* collect(value: JsonValue): Generator<string, void, undefined> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'number') yield String(value)
  else if (typeof value === 'object' && value !== null) {
    for (const child of Object.values(value)) yield* collect(child as JsonValue)
  }
}

const WORD = '[\\p{L}\\p{M}\\p{N}_]'
const WORD_BEFORE = new RegExp(`${WORD}[-.]?$`, 'u')
const WORD_AFTER = new RegExp(`^[-.]?${WORD}`, 'u')

/** Characters that a search for a long name in a text that repeats it may compare; an action beyond names nothing. */
const MAX_WORK = 100_000_000

/**
 * Whether a text holds the name as a whole word: no letter, digit or `_` next to it, nor a `-` or `.` with one
 * behind it, so that neither `shelf_12`, `shelf_1-b` nor `shelf_1.5` names `shelf_1`.
 */
export function isNamed(text: string, name: string): boolean {
  let at = name === '' ? -1 : text.indexOf(name)
  for (let work = 0; at !== -1 && work < MAX_WORK; work += name.length) {
    const end = at + name.length
    const isWord =
      !WORD_BEFORE.test(text.slice(Math.max(0, at - 3), at)) && !WORD_AFTER.test(text.slice(end, end + 3))
    if (isWord) return true
    at = text.indexOf(name, at + 1)
  }
  return false
}
