/**
 * Whether a value occurs in a text: an exact match that does not cut through a run of ASCII word characters.
 * `19122` does not occur in `191225`, but `12345` occurs in `12345-6`.
 */
export function occursIn(value: string, text: string): boolean {
  if (value === '') return false
  const guardStart = isWord(value.charCodeAt(0))
  const guardEnd = isWord(value.charCodeAt(value.length - 1))
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1)) {
    const cutsStart = guardStart && at > 0 && isWord(text.charCodeAt(at - 1))
    const end = at + value.length
    const cutsEnd = guardEnd && end < text.length && isWord(text.charCodeAt(end))
    if (!cutsStart && !cutsEnd) return true
  }
  return false
}

/** A code unit of `[A-Za-z0-9_]`. */
function isWord(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95
  )
}
