const shown = '[secret]'

/** Holds a text that no log, error or record may show. Only `reveal` gives it; inspection does not see it either. */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  reveal(): string {
    return this.#value
  }

  toString(): string {
    return shown
  }

  toJSON(): string {
    return shown
  }
}
