/** Something that was said to a running episode and waits to be shown to the model. */
export interface JournalMessage {
  readonly text: string
  /** The sender's own name for it; a repeated one is a repeated delivery. */
  readonly id?: string | undefined
  /** What the model is told with it, in the runtime's words. */
  readonly notice?: string | undefined
}

/** Messages that wait, oldest first. Immutable. The next inbox shares the list of the one before, so no record copies it. */
export class Inbox implements Iterable<JournalMessage> {
  static readonly EMPTY: Inbox = new Inbox([], 0, 0)

  /** Shared. It only grows, and only the newest of its inboxes adds to it. */
  readonly #all: JournalMessage[]
  readonly #from: number
  readonly #to: number

  private constructor(all: JournalMessage[], from: number, to: number) {
    this.#all = all
    this.#from = from
    this.#to = to
  }

  static of(messages: Iterable<JournalMessage>): Inbox {
    const all = [...messages]
    return new Inbox(all, 0, all.length)
  }

  get length(): number {
    return this.#to - this.#from
  }

  at(index: number): JournalMessage | undefined {
    return index < this.length ? this.#all[this.#from + index] : undefined
  }

  /** -1 if the message does not wait. */
  indexOf(message: JournalMessage): number {
    const at = this.#all.indexOf(message, this.#from)
    return at < 0 || at >= this.#to ? -1 : at - this.#from
  }

  *[Symbol.iterator](): Generator<JournalMessage, void, undefined> {
    for (let at = this.#from; at < this.#to; at += 1) yield this.#all[at] as JournalMessage
  }

  toJSON(): readonly JournalMessage[] {
    return this.#all.slice(this.#from, this.#to)
  }

  with(message: JournalMessage): Inbox {
    if (this.#to < this.#all.length || this.length === 0) return Inbox.of([...this, message])
    this.#all.push(message)
    return new Inbox(this.#all, this.#from, this.#to + 1)
  }

  without(from: number, count: number): Inbox {
    if (from > 0) return Inbox.of(this.toJSON().toSpliced(from, count))
    const next = new Inbox(this.#all, this.#from + count, this.#to)
    return next.#from > next.length ? Inbox.of(next) : next // half of the list was taken: let go of it
  }
}
