import { createHash, hash } from 'node:crypto'
import type { Prompt } from '@skill-state/protocol'

/** SHA-256 of the text's UTF-8 bytes, in hexadecimal. */
export function digest(text: string): string {
  return hash('sha256', text)
}

/** The digest of what a model was asked: of a text itself, of messages as JSON. */
export function promptDigest(prompt: Prompt): string {
  return digest(typeof prompt === 'string' ? prompt : JSON.stringify(prompt))
}

/** Shorter ones cost less to hash anew than to compare. Heads have lengths of such steps, so that few are tried. */
const HEAD_STEP = 2_048

/** `promptDigest` for the prompts of one episode: what all of them begin with is hashed once, if it is long. */
export function promptDigester(): typeof promptDigest {
  let head: string | undefined
  let hashed = createHash('sha256')
  return (prompt) => {
    const text = typeof prompt === 'string' ? prompt : JSON.stringify(prompt)
    if (head === '') return digest(text)
    if (head === undefined || text.slice(0, head.length) !== head) {
      head = head === undefined ? cut(text, text.length) : cut(text, commonLength(head, text))
      hashed = createHash('sha256').update(head)
    }
    return hashed.copy().update(text.slice(head.length)).digest('hex')
  }
}

/** The beginning of a text, of whole steps; a surrogate pair is not divided. */
function cut(text: string, most: number): string {
  const length = most - (most % HEAD_STEP)
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
}

function commonLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && a.charCodeAt(length) === b.charCodeAt(length)) length += 1
  return length
}

/** Length in Unicode code points: the paper's "characters". */
export function countCharacters(text: string): number {
  const pairs = text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)
  return text.length - (pairs?.length ?? 0)
}
