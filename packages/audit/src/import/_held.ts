const NOTHING = Buffer.alloc(0)

/** The bytes of a record across chunks, dropped once they exceed a limit. A chunk may be used again for the next one. */
export class Held {
  readonly #most: number
  #parts: Buffer[] = []
  #length = 0

  constructor(most: number) {
    this.#most = most
  }

  get isEmpty(): boolean {
    return this.#length === 0
  }

  keep(part: Buffer): void {
    this.#length += part.length
    if (this.#length > this.#most) this.#parts = []
    else if (part.length > 0) this.#parts.push(Buffer.from(part))
  }

  /** The text with its end, and holds nothing any more. Undefined if that is too long. */
  take(end: Buffer = NOTHING): string | undefined {
    const text = this.peek(end)
    this.#parts = []
    this.#length = 0
    return text
  }

  /** The text with its end so far. Undefined if that is longer than the limit, or than another one. */
  peek(end: Buffer, most: number = this.#most): string | undefined {
    if (this.#length + end.length > Math.min(most, this.#most)) return undefined
    return (this.#parts.length === 0 ? end : Buffer.concat([...this.#parts, end])).toString('utf8')
  }
}
