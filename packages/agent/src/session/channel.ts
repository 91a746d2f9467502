/** A queue between something that happens and somebody who iterates over it. */
export class Channel<T> {
  #items: T[] = []
  #end: { readonly error?: unknown } | undefined
  #wake: (() => void) | undefined
  #isLeft = false

  push(item: T): void {
    if (!this.#isLeft) this.#items.push(item)
    this.#wake?.()
  }

  end(): void {
    this.#end ??= {}
    this.#wake?.()
  }

  fail(error: unknown): void {
    this.#end ??= { error }
    this.#wake?.()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    try {
      for (;;) {
        const items = this.#items
        this.#items = []
        yield* items
        if (this.#items.length > 0) continue
        if (this.#end) {
          if ('error' in this.#end) throw this.#end.error
          return
        }
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
      }
    } finally {
      this.#isLeft = true
    }
  }
}
