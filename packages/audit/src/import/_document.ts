import { Held } from './_held.ts'

/** A part of a JSON document, in the order of the text. */
export type Part =
  /** An element of a list of records. Its text is missing if it is longer than the limit. */
  | { readonly kind: 'element'; readonly list: string | undefined; readonly text: string | undefined }
  /** A member of the top-level object, as `"key": value`. */
  | { readonly kind: 'member'; readonly text: string | undefined }
  /** The end of the document; cut off if a bracket was still open. */
  | { readonly kind: 'end'; readonly whole: boolean }

/** Lists of records that a document of recordings holds. */
const LISTS = /^\s*"(simulations|samples|resourceSpans)"\s*:\s*$/
/** A longer name is of no such list: in a damaged document much text can lie before a bracket, again and again. */
const MOST_NAME_BYTES = 100

const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92
const OPENING = [91, 123]
const CLOSING = [93, 125]

/**
 * Splits JSON documents into parts without parsing them, so that one record is in memory at a time. The brackets
 * outside of strings decide; whether a part is JSON shows when it is parsed.
 */
export async function* partsOf(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Part> {
  const held = new Held(maxBytes)
  let depth = 0
  let inString = false
  let escaped = false
  let root = 0
  let list: string | undefined
  const partOf = (text: string | undefined): Part =>
    root === 91 || list !== undefined ? { kind: 'element', list, text } : { kind: 'member', text }
  for await (const chunk of chunks) {
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number
      if (inString) {
        if (escaped) escaped = false
        else if (byte === BACKSLASH) escaped = true
        else if (byte === QUOTE) inString = false
      } else if (byte === QUOTE) inString = depth > 0
      else if (OPENING.includes(byte)) {
        depth++
        if (depth === 1) root = byte
        const isList = depth === 2 && root === 123 && byte === 91
        const member = isList ? held.peek(chunk.subarray(from, at), MOST_NAME_BYTES) : undefined
        const name = LISTS.exec(member ?? '')?.[1]
        if (name !== undefined) list = name
        if (depth > 1 && name === undefined) continue
        held.take()
        from = at + 1
      } else if (byte === COMMA || CLOSING.includes(byte)) {
        const partDepth = list === undefined ? 1 : 2
        const isEnd = byte === COMMA ? depth === partDepth : depth > 0 && depth <= partDepth
        if (isEnd) {
          const text = held.take(chunk.subarray(from, at))
          from = at + 1
          if (text?.trim() !== '') yield partOf(text)
        }
        if (byte === COMMA || depth === 0) continue
        depth--
        if (isEnd) list = undefined
        if (depth === 0) yield { kind: 'end', whole: true }
      }
    }
    held.keep(chunk.subarray(from))
  }
  if (depth > 0) yield { kind: 'end', whole: false }
}
