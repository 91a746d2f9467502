import { hash } from 'node:crypto'

/** SHA-256 of the text's UTF-8 bytes, in hexadecimal. */
export function digest(text: string): string {
  return hash('sha256', text)
}

/** Length in Unicode code points: the paper's "characters". */
export function countCharacters(text: string): number {
  const pairs = text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)
  return text.length - (pairs?.length ?? 0)
}
