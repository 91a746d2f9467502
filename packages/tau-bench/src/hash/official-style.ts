import { repr, reprText } from '../python/text/repr.ts'
import { isDict, isList } from '../python/type-name.ts'
import type { ReadonlyValue } from '../python/value.ts'
import { spellMembers, type TextStyle } from './text-style.ts'

/**
 * Python's `str` of a value in which each dict became a tuple of its (key, value) pairs sorted by key, and each list a
 * tuple. So the empty dict and the empty list are spelled alike, and 250 and 250.0 are not.
 */
export const officialStyle: TextStyle = {
  value: hashableText,
  open: '(',
  separator: ', ',
  close: (members) => (members === 1 ? ',)' : ')'),
  beginEntry: (key) => `(${reprText(key)}, `,
  endEntry: ')',
}

function hashableText(value: ReadonlyValue): string {
  if (isList(value)) return tuple(value.map(hashableText))
  return isDict(value) ? tuple(spellMembers(officialStyle, value)) : repr(value)
}

function tuple(members: readonly string[]): string {
  return officialStyle.open + members.join(officialStyle.separator) + officialStyle.close(members.length)
}
