import type { JsonValue } from '@skill-state/protocol'
import { checkJson } from '../../state/check-json.ts'

/** The texts and numbers of an action, as texts. None if it is not JSON, which the action's reader rejects. */
export function textsOf(action: unknown): readonly string[] {
  return checkJson(action, 'anywhere').length === 0 ? [...collect(action as JsonValue)] : []
}

function* collect(value: JsonValue): Generator<string, void, undefined> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'number') yield String(value)
  else if (typeof value === 'object' && value !== null) {
    for (const child of Object.values(value)) yield* collect(child as JsonValue)
  }
}

const WORD = /[\p{L}\p{M}\p{N}_]/u

/**
 * Whether a text holds the name as a whole word: no letter, digit or `_` next to it, nor a `-` or `.` with one
 * behind it, so that neither `shelf_12`, `shelf_1-b` nor `shelf_1.5` names `shelf_1`.
 */
export function isNamed(text: string, name: string): boolean {
  if (name === '' || !text.includes(name)) return false
  for (const at of placesOf(name, text)) {
    const end = at + name.length
    const before = Array.from(text.slice(Math.max(0, at - 4), at)).reverse()
    const after = Array.from(text.slice(end, end + 4))
    if (endsWord(before) && endsWord(after)) return true
  }
  return false
}

/** Whether the characters next to a word, from the nearest on, do not continue it. */
function endsWord([nearest = '', next = '']: readonly string[]): boolean {
  return !WORD.test(nearest) && !(/[-.]/.test(nearest) && WORD.test(next))
}

/**
 * Every place where a text has the name, also where that overlaps itself: by Knuth, Morris and Pratt, since
 * `indexOf` from each place on takes seconds if both are long and repetitive, which a model may write.
 */
function* placesOf(name: string, text: string): Generator<number, void, undefined> {
  const borders = [0]
  for (let at = 1; at < name.length; at += 1) borders.push(grow(name, borders, borders[at - 1], name[at]))
  let length = 0
  for (let at = 0; at < text.length; at += 1) {
    length = grow(name, borders, length === name.length ? borders[length - 1] : length, text[at])
    if (length === name.length) yield at + 1 - length
  }
}

/** Characters of the name's beginning that a text ends with after one more character, from those before it. */
function grow(name: string, borders: readonly number[], before = 0, char = ''): number {
  let length = before
  while (length > 0 && name[length] !== char) length = borders[length - 1] ?? 0
  return name[length] === char ? length + 1 : 0
}
