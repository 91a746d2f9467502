/** The flag of a challenge: in no property, so that no log, trace, JSON text or prompt can hold it by accident. */
export class Gold {
  readonly #flag: string

  constructor(flag: string) {
    this.#flag = flag
  }

  /** Whether the text is the flag. Case does not matter, as in the official reward. */
  equals(text: string): boolean {
    return text.toLowerCase() === this.#flag.toLowerCase()
  }

  /** The flag as the text writes it, if the text has it in upper or lower case. */
  findIn(text: string): string | undefined {
    return new RegExp(this.#flag.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'i').exec(text)?.[0]
  }
}
