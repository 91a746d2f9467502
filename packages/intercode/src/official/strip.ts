/** White space as Python's `str.strip` has it: with the separators \x1c to \x1f and \x85, without the mark \ufeff. */
const space = '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]'
const around = new RegExp(`^${space}+|${space}+$`, 'g')

/** Removes white space from both ends. */
export function strip(text: string): string {
  return text.replace(around, '')
}
