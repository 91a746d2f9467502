import { canonicalStyle, spellMembers, type TextStyle } from '../../hash/text-style.ts'
import { dumps, isDict, isList, type ReadonlyValue } from '../../python/index.ts'

/** Python's `json.dumps(value, sort_keys=True)`. */
export function sortedDump(value: ReadonlyValue): string {
  if (isList(value)) return `[${value.map(sortedDump).join(', ')}]`
  if (!isDict(value)) return dumps(value)
  return `{${spellMembers(officialStyle, value).join(', ')}}`
}

/** What the official hash of a database is taken of. */
export const officialStyle: TextStyle = {
  value: sortedDump,
  open: '{',
  separator: ', ',
  close: () => '}',
  beginEntry: (key) => `${dumps(key)}: `,
  endEntry: '',
}

/** The two styles for a database whose tables hold their rows beside notes. */
export function withNotes(notes: ReadonlyMap<string, string>): {
  readonly official: TextStyle
  readonly canonical: TextStyle
} {
  const noteOf = (name: string): string => notes.get(name) ?? ''
  return {
    official: {
      ...officialStyle,
      table: (name) => ({ open: '{"data": ', close: `, "notes": ${dumps(noteOf(name))}}` }),
    },
    canonical: {
      ...canonicalStyle,
      table: (name) => ({ open: '{"data":', close: `,"notes":${JSON.stringify(noteOf(name))}}` }),
    },
  }
}
