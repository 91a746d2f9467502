import { createHash } from 'node:crypto'
import { PythonError } from '../../python/index.ts'

/** The first `length` hex digits of the SHA-256 of a text, of which the bank makes its ids. */
export function idOf(seed: string, length = 16): string {
  requireEncodable(seed)
  return createHash('sha256').update(seed).digest('hex').slice(0, length)
}

const surrogates = /[\ud800-\udfff]+/u

/** Half a character has no UTF-8: Python raises. */
function requireEncodable(text: string): void {
  const found = surrogates.exec(text)
  if (found === null) return
  const from = Array.from(text.slice(0, found.index)).length
  const to = from + found[0].length - 1
  const code = found[0].charCodeAt(0).toString(16)
  const where =
    to === from ? `character '\\u${code}' in position ${from}` : `characters in position ${from}-${to}`
  throw new PythonError('ValueError', `'utf-8' codec can't encode ${where}: surrogates not allowed`)
}
