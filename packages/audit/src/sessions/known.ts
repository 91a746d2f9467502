import type { Refound } from './findings.ts'

export interface FirstSource {
  readonly name: string
  readonly order: number
  /** How many calls there were before it. */
  readonly calls: number
}

/** How a value came back: through what, and after how many calls. */
interface Back extends Pick<Refound, 'cut' | 'by'> {
  readonly call: number
}

/** What is known of each value at a time. Values are numbers, in arrays of numbers, since sessions have millions. */
export class Known {
  /** How many messages in sight hold it, and how many more may. */
  readonly #sure: Uint32Array
  readonly #unsure: Uint32Array
  readonly #sources: (FirstSource | undefined)[]
  /** The cut that took it out of sight, if one did; else 0. */
  readonly #cut: Uint32Array
  /** The newest cut before which it was in sight, until its fate is counted there; else 0. */
  readonly #crossed: Uint32Array
  /** What came back, and no call needed since. */
  readonly #backs = new Map<number, Back>()

  constructor(size: number) {
    this.#sure = new Uint32Array(size)
    this.#unsure = new Uint32Array(size)
    this.#cut = new Uint32Array(size)
    this.#crossed = new Uint32Array(size)
    this.#sources = new Array<undefined>(size)
  }

  source(value: number, source: FirstSource): void {
    this.#sources[value] ??= source
  }

  hasSource(value: number): boolean {
    return this.#sources[value] !== undefined
  }

  isUnsure(value: number): boolean {
    return at(this.#unsure, value) > 0
  }

  /** A message with it comes into sight, or may do so; `back` if that message could bring it back. */
  see(value: number, isSure: boolean, back: Omit<Back, 'cut'> | undefined): void {
    if (!isSure) {
      this.#unsure[value] = at(this.#unsure, value) + 1
      return
    }
    const cut = at(this.#cut, value)
    if (at(this.#sure, value) === 0 && cut > 0) {
      if (back !== undefined) this.#backs.set(value, { cut, ...back })
      this.#cut[value] = 0
    }
    this.#sure[value] = at(this.#sure, value) + 1
  }

  /** A message with it leaves the sight by a cut. */
  drop(value: number, isSure: boolean, cut: number): void {
    const counts = isSure ? this.#sure : this.#unsure
    counts[value] = at(counts, value) - 1
    if (at(this.#sure, value) > 0 || at(this.#unsure, value) > 0) return
    this.#cut[value] = cut
    this.#backs.delete(value)
  }

  /** A message with it may no longer be in sight. */
  doubt(value: number): void {
    this.#sure[value] = at(this.#sure, value) - 1
    this.#unsure[value] = at(this.#unsure, value) + 1
  }

  /** A cut comes while these are in sight. */
  cross(values: Uint32Array, cut: number): void {
    for (const value of values) this.#crossed[value] = cut
  }

  /** What a call that needs the value finds. Its return and its crossing are thereby told. */
  need(value: number): {
    readonly source: FirstSource
    readonly isShown: boolean
    readonly crossed: number
    readonly lastCut: number
    readonly back: Back | undefined
  } {
    const found = {
      source: this.#sources[value] as FirstSource,
      isShown: at(this.#sure, value) > 0,
      crossed: at(this.#crossed, value),
      lastCut: at(this.#cut, value),
      back: this.#backs.get(value),
    }
    this.#crossed[value] = 0
    this.#backs.delete(value)
    return found
  }
}

const at = (counts: Uint32Array, value: number): number => counts[value] ?? 0
