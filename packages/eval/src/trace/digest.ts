import { hash } from 'node:crypto'
import type { Prompt } from '@skill-state/protocol'

/** SHA-256 of the text's UTF-8 bytes, in hexadecimal. */
export function digest(text: string): string {
  return hash('sha256', text)
}

/** The digest of what a model was asked: of a text itself, of messages as JSON. */
export function promptDigest(prompt: Prompt): string {
  return digest(typeof prompt === 'string' ? prompt : JSON.stringify(prompt))
}

/** Length in Unicode code points: the paper's "characters". */
export function countCharacters(text: string): number {
  const pairs = text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)
  return text.length - (pairs?.length ?? 0)
}
