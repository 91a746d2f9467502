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
  const partDepth = (): number => (list === undefined ? 1 : 2)
  const part = (): Part | undefined => {
    const { text, isBlank } = held.take()
    if (isBlank) return undefined
    return root === 91 || list !== undefined ? { kind: 'element', list, text } : { kind: 'member', text }
  }
  for await (const chunk of chunks) {
    held.enter(chunk)
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
        const name = depth === 2 && root === 123 && byte === 91 ? LISTS.exec(held.peek(at))?.[1] : undefined
        if (name !== undefined) list = name
        if (depth === 1 || name !== undefined) held.restart(at + 1)
      } else if (
        (byte === COMMA && depth === partDepth()) ||
        (CLOSING.includes(byte) && depth <= partDepth() && depth > 0)
      ) {
        held.end(at)
        const found = part()
        if (found !== undefined) yield found
        held.restart(at + 1)
        if (byte === COMMA) continue
        depth--
        list = undefined
        if (depth === 0) yield { kind: 'end', whole: true }
      } else if (CLOSING.includes(byte) && depth > 0) depth--
    }
    held.leave()
  }
  if (depth > 0) yield { kind: 'end', whole: false }
}

/** The bytes of the current part, across chunks, dropped once they exceed the limit. */
class Held {
  readonly #most: number
  #chunk: Buffer = Buffer.alloc(0)
  #from = 0
  #parts: Buffer[] = []
  #length = 0

  constructor(most: number) {
    this.#most = most
  }

  enter(chunk: Buffer): void {
    this.#chunk = chunk
    this.#from = 0
  }

  leave(): void {
    this.end(this.#chunk.length)
  }

  restart(from: number): void {
    this.#parts = []
    this.#length = 0
    this.#from = from
  }

  end(at: number): void {
    this.#length += at - this.#from
    if (this.#length > this.#most) this.#parts = []
    else this.#parts.push(this.#chunk.subarray(this.#from, at))
    this.#from = at
  }

  /** The text of the part up to an index of the chunk, if it is short. */
  peek(at: number): string {
    if (this.#length + at - this.#from > 100) return ''
    return Buffer.concat([...this.#parts, this.#chunk.subarray(this.#from, at)]).toString('utf8')
  }

  take(): { text: string | undefined; isBlank: boolean } {
    const text = this.#length > this.#most ? undefined : Buffer.concat(this.#parts).toString('utf8')
    return { text, isBlank: text !== undefined && text.trim() === '' }
  }
}
