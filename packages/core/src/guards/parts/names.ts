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

/** A longer name is looked for without its edges: a text that repeats a part of it would take too long. */
const LONGEST = 200

/**
 * Whether a text holds the name as a whole word: no letter, digit or `_` next to it, nor a `-` or `.` with one
 * behind it, so that neither `shelf_12`, `shelf_1-b` nor `shelf_1.5` names `shelf_1`.
 */
export function isNamed(text: string, name: string): boolean {
  if (name === '' || !text.includes(name)) return false
  const word = '[\\p{L}\\p{M}\\p{N}_]'
  const literal = name.replaceAll(/[^\p{L}\p{N}\s]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`)
  return name.length > LONGEST || new RegExp(`(?<!${word}[-.]?)${literal}(?![-.]?${word})`, 'u').test(text)
}
