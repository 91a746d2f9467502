/** How a provider caches the beginnings of prompts, and what it asks for that. Prices are relative to input at the full price. */
export interface CacheRules {
  readonly read: number
  readonly write: number
  /** Fewest tokens that are cached. */
  readonly minimum: number
  /** A cached beginning ends at a multiple of so many tokens. */
  readonly block: number
  /** Time after which what was not used is gone, in the unit of `at`. */
  readonly lifetime: number
  /** Whether it caches where a request marks it, or by itself. */
  readonly marked: boolean
}

export const AUTOMATIC: CacheRules = {
  read: 0.1,
  write: 1,
  minimum: 1_024,
  block: 128,
  lifetime: Infinity,
  marked: false,
}

export interface Charged {
  readonly input: number
  readonly cached: number
  readonly written: number
  /** In tokens at the full price. */
  readonly cost: number
}

/** Counts the tokens of each piece of a prompt. */
export type Count = (piece: string) => number

interface Kept {
  readonly pieces: readonly string[]
  /** The length in pieces up to which it is cached. */
  readonly length: number
  usedAt: number
}

/** Most marks of a request: the first and the last three. */
const MARKS = 4

/** A provider's cache, to the token: what of each prompt it has, and what it asks for the rest. */
export class PromptCache {
  readonly #rules: CacheRules
  readonly #count: Count
  #kept: readonly Kept[] = []

  constructor(rules: CacheRules, count: Count) {
    this.#rules = rules
    this.#count = count
  }

  /** A prompt in pieces; `marks` are numbers of pieces after which a beginning ends that the provider is asked to keep. */
  send(pieces: readonly string[], marks: readonly number[] = [], at = 0): Charged {
    const { lifetime, marked, read, write } = this.#rules
    this.#kept = this.#kept.filter(({ usedAt }) => at - usedAt <= lifetime)
    const hits = this.#kept.map((kept) => ({ kept, same: this.#sameAs(kept, pieces) }))
    const best = hits.reduce<(typeof hits)[number] | undefined>(
      (one, other) => (one === undefined || other.same > one.same ? other : one),
      undefined,
    )
    const input = this.#tokens(pieces)
    const cached = best === undefined ? 0 : this.#whole(pieces.slice(0, best.same))
    if (best && cached > 0) best.kept.usedAt = at
    const used = marks.length > MARKS ? [...marks.slice(0, 1), ...marks.slice(1 - MARKS)] : marks
    const ends = marked ? used : [pieces.length]
    for (const length of ends)
      this.#kept = [...this.#kept.slice(marked ? -15 : -2), { pieces, length, usedAt: at }]
    const last = marked ? this.#whole(pieces.slice(0, ends.at(-1) ?? 0)) : input
    const written = Math.max(0, last - cached)
    return { input, cached, written, cost: input - cached - written + cached * read + written * write }
  }

  /** The pieces of a prompt that it has: of marked beginnings all or nothing. */
  #sameAs({ pieces: kept, length }: Kept, pieces: readonly string[]): number {
    let same = 0
    while (same < length && kept[same] === pieces[same]) same += 1
    return this.#rules.marked && same < length ? 0 : same
  }

  #whole(pieces: readonly string[]): number {
    const { minimum, block, marked } = this.#rules
    const tokens = this.#tokens(pieces)
    if (tokens < minimum) return 0
    return marked ? tokens : tokens - (tokens % block)
  }

  #tokens(pieces: readonly string[]): number {
    return pieces.reduce((sum, piece) => sum + this.#count(piece), 0)
  }
}
