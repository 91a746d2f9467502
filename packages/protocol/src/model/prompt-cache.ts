import type { Capabilities, ModelRequest } from './model.ts'

/** How a provider caches the beginnings of requests, and what it asks for that. Prices are relative to input at the full price. */
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

export interface Charged {
  readonly input: number
  readonly cached: number
  readonly written: number
  /** In tokens at the full price. */
  readonly cost: number
}

/** The part of a request that is compared with earlier ones. */
type Sent = Pick<ModelRequest, 'prompt' | 'tools' | 'answerSchema' | 'cacheBreakpoints'>

/** A request in pieces, the tokens up to the end of each, and the numbers of pieces after which it is marked. */
interface Pieces {
  readonly pieces: readonly string[]
  readonly sums: readonly number[]
  readonly marks: readonly number[]
}

interface Kept extends Pick<Pieces, 'pieces'> {
  /** The length in pieces up to which it is cached. */
  readonly length: number
  usedAt: number
}

/** Most marks of a request: the first and the last three. */
const MARKS = 4

/** Rules of a provider that caches by itself, from 1,024 tokens on in blocks of 128, and reads at a tenth of the price. */
const AUTOMATIC: CacheRules = {
  read: 0.1,
  write: 1,
  minimum: 1_024,
  block: 128,
  lifetime: Infinity,
  marked: false,
}

/**
 * A provider's cache, simulated to the token: what it has of each request, and what it asks for the rest. It compares tools and
 * schema first, then the prompt.
 *
 * @example
 * ```ts
 * import { PromptCache } from '@skill-state/protocol'
 *
 * const cache = new PromptCache((text) => Math.ceil(text.length / 4))
 * const rules = 'Check what the user says.\n'.repeat(500)
 * cache.send({ prompt: `${rules}First.` })
 * console.log(cache.send({ prompt: `${rules}Second.` }).cached > 3_000) // true
 * ```
 */
export class PromptCache {
  readonly #rules: CacheRules
  readonly #count: (text: string) => number
  #kept: readonly Kept[] = []

  /** `count` counts the tokens of a text. Rules that are not given are those of a provider that caches by itself. */
  constructor(count: (text: string) => number, rules: Partial<CacheRules> = {}) {
    this.#rules = { ...AUTOMATIC, ...rules }
    this.#count = count
  }

  /** The cache of a model's provider: one that charges for writing it caches where it is asked to. */
  static of(
    { prices, cacheMinimumTokens: minimum = 1_024 }: Capabilities,
    count: (text: string) => number,
  ): PromptCache {
    const { input = 1, cacheRead = input, cacheWrite = input } = prices ?? {}
    const marked = cacheWrite > input
    const relative = { read: cacheRead / input, write: cacheWrite / input }
    return new PromptCache(count, { ...relative, minimum, marked, block: marked ? 1 : 128 })
  }

  /** Charges a request, and keeps what the provider would keep of it. */
  send(request: Sent, at = 0): Charged {
    const { lifetime, marked, read, write } = this.#rules
    this.#kept = this.#kept.filter(({ usedAt }) => at - usedAt <= lifetime)
    const { pieces, sums, marks } = this.#inPieces(request)
    const best = longest(this.#kept.map((kept) => ({ kept, same: this.#sameAs(kept, pieces) })))
    const input = sums.at(-1) ?? 0
    const cached = this.#whole(sums[(best?.same ?? 0) - 1] ?? 0)
    if (best && cached > 0) best.kept.usedAt = at
    const used = marks.length > MARKS ? [...marks.slice(0, 1), ...marks.slice(1 - MARKS)] : marks
    const ends = marked ? used : [pieces.length]
    this.#kept = [
      ...this.#kept.slice(marked ? 1 - 4 * MARKS : -15),
      ...ends.map((length) => ({ pieces, length, usedAt: at })),
    ]
    const last = marked ? this.#whole(sums[(ends.at(-1) ?? 0) - 1] ?? 0) : input
    const written = Math.max(0, last - cached)
    return { input, cached, written, cost: input - cached - written + cached * read + written * write }
  }

  /** The pieces of a request that it has: of marked beginnings all or nothing. */
  #sameAs({ pieces: kept, length }: Kept, pieces: readonly string[]): number {
    let same = 0
    while (same < length && kept[same] === pieces[same]) same += 1
    return this.#rules.marked && same < length ? 0 : same
  }

  #whole(tokens: number): number {
    const { minimum, block, marked } = this.#rules
    if (tokens < minimum) return 0
    return marked ? tokens : tokens - (tokens % block)
  }

  /** Cut at its marks too. */
  #inPieces({ tools = [], answerSchema, prompt, cacheBreakpoints = [] }: Sent): Pieces {
    const pieces = [...tools, ...(answerSchema ? [answerSchema] : [])].map((each) => JSON.stringify(each))
    const marks: number[] = []
    const text = typeof prompt === 'string' ? prompt : prompt.map((message) => message.text).join('')
    let from = 0
    for (const end of [...cacheBreakpoints, text.length]) {
      pieces.push(...text.slice(from, end).split(PIECE_ENDS))
      marks.push(pieces.length)
      from = end
    }
    let sum = 0
    const sums = pieces.map((piece) => {
      sum += this.#count(piece)
      return sum
    })
    return { pieces, sums, marks: marks.slice(0, -1) }
  }
}

/** Pieces are small enough for a counter's memory: cache and tokens hardly depend on where a text is cut. */
const PIECE_ENDS = /(?<=[,\n])/

function longest<T extends { readonly same: number }>(all: readonly T[]): T | undefined {
  return all.reduce<T | undefined>((one, other) => (one && one.same >= other.same ? one : other), undefined)
}
