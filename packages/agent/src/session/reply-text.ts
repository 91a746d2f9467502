/** The action of a JSON answer. */
const IN_ACTION = /"action"[\s\S]*?"reply"\s*:\s*"/
/** The action of a call of the tool `reply`. */
const IN_CALL = /^\{"reply":\{[\s\S]*?"action"\s*:\s*"/

/**
 * Reads the text of the action `reply` out of a model's answer while it is written: feed it the pieces, and it gives what
 * is new of the reply. It only looks for the last `"reply"` key that a string follows, and decodes JSON escapes; what the
 * answer as a whole means is decided later, when it is complete. `mayStream` sees the answer up to the reply's text, and
 * decides whether the text is given at all.
 */
export class ReplyText {
  #text = ''
  /** Where the reply's string begins, once it is found. */
  #at: number | undefined
  #ended = false
  readonly #mayStream: (answer: string) => boolean

  constructor(mayStream: (answer: string) => boolean = () => true) {
    this.#mayStream = mayStream
  }

  add(piece: string): string {
    this.#text += piece
    if (this.#ended) return ''
    if (this.#at === undefined) {
      const found = IN_ACTION.exec(this.#text) ?? IN_CALL.exec(this.#text)
      if (found === null) return ''
      this.#at = found.index + found[0].length
      this.#ended = !this.#mayStream(this.#text.slice(0, this.#at))
      if (this.#ended) return ''
    }
    return this.#decode(this.#at)
  }

  /** Decodes what is complete from the place on, and moves the place behind it. */
  #decode(start: number): string {
    let decoded = ''
    let at = start
    for (; at < this.#text.length; ) {
      const char = this.#text.charAt(at)
      if (char === '"') {
        this.#ended = true
        break
      }
      const length = char !== '\\' ? 1 : this.#text.charAt(at + 1) === 'u' ? 6 : 2
      if (at + length > this.#text.length) break
      decoded += decode(this.#text.slice(at, at + length))
      at += length
    }
    this.#at = at
    return decoded
  }
}

function decode(part: string): string {
  if (!part.startsWith('\\')) return part
  try {
    return JSON.parse(`"${part}"`) as string
  } catch {
    return ''
  }
}
