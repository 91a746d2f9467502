import { type Clock, clock } from '../machine/clock.ts'
import type { Charge } from './charge.ts'
import type { Limits } from './limits.ts'
import type { Reservation, Spending } from './meter.ts'

/**
 * What was used so far. A call that gave no reply but may be charged, or whose reply does not say what it used, counts as
 * the most that it could use.
 */
export interface Spent {
  readonly calls: number
  readonly inputTokens: number
  /** The part of `inputTokens` that a cache gave. */
  readonly cachedInputTokens: number
  readonly outputTokens: number
  /** US dollars of the calls whose price is known. */
  readonly costUsd: number
  /** Milliseconds of its turns, if a limit counts them. */
  readonly wallTimeMs?: number
}

const NOTHING: Spent = { calls: 0, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, costUsd: 0 }
const PARTS = [...(Object.keys(NOTHING) as (keyof Spent)[]), 'wallTimeMs'] as const

interface LedgerOptions {
  /** The limits that what is spent counts against. */
  readonly limits: readonly Limits[]
  /** What is on record. */
  readonly recorded: () => Readonly<Record<string, number>> | undefined
  /** Puts what is spent on record. */
  readonly record: (spent: Spent) => void | Promise<void>
  readonly onWarning?: ((warning: string) => void) | undefined
  /** Default: the system's. */
  readonly clock?: Clock | undefined
}

/**
 * What a session or a run has spent, over all of its processes. If a limit counts tokens or cost, the most that a call could use is
 * on record before the call: a process that dies in the middle of it has spent that.
 */
export class Ledger implements Pick<Spending, 'reserve'> {
  readonly #options: LedgerOptions
  readonly #isBounded: boolean
  readonly #isTimed: boolean
  readonly #clock: Clock
  #spent: Spent
  #turnBegan: number | undefined
  #hasWarned = false

  constructor(options: LedgerOptions) {
    this.#options = options
    this.#clock = options.clock ?? clock
    this.#isBounded = options.limits.some(({ tokens, costUsd }) => (tokens ?? costUsd) !== undefined)
    this.#isTimed = options.limits.some(({ wallTimeMs }) => wallTimeMs !== undefined)
    this.#spent = { ...NOTHING, ...options.recorded() }
  }

  get spent(): Spent {
    if (!this.#isTimed) return this.#spent
    const { wallTimeMs = 0 } = this.#spent
    const now = this.#clock.now()
    return { ...this.#spent, wallTimeMs: wallTimeMs + Math.round(now - (this.#turnBegan ?? now)) }
  }

  async reserve(most: Charge): Promise<Reservation> {
    await this.#keep(this.#isBounded ? plus(this.spent, most) : this.spent)
    return {
      settle: (used = most) => {
        this.#spent = plus(this.#spent, used)
      },
    }
  }

  /** Warns, once, that a model's replies do not say what they used. */
  tellUnknown(model: string): void {
    if (!this.#isBounded || this.#hasWarned) return
    this.#hasWarned = true
    this.#options.onWarning?.(
      `model ${model} does not say how many tokens a reply used: each counts as the most that it could`,
    )
  }

  /** Counts the time from now on. */
  beginTurn(): void {
    this.#turnBegan = this.#clock.now()
  }

  /** Counts no time from now on, and puts on record what is not there yet. */
  async endTurn(): Promise<void> {
    this.#spent = this.spent
    this.#turnBegan = undefined
    await this.#keep(this.#spent)
  }

  async #keep(spent: Spent): Promise<void> {
    const before: Partial<Spent> = this.#options.recorded() ?? NOTHING
    const isNews = PARTS.some((name) => spent[name] !== (before[name] ?? NOTHING[name]))
    if (isNews) await this.#options.record(spent)
  }
}

/** What is spent after one more call. What is not known counts as nothing: no limit can depend on it. */
function plus(spent: Spent, { tokens, costUsd, usage = {} }: Charge): Spent {
  const { inputTokens = 0, cachedInputTokens = 0, outputTokens = 0 } = usage
  return {
    ...spent,
    calls: spent.calls + (tokens > 0 ? 1 : 0),
    inputTokens: spent.inputTokens + inputTokens,
    cachedInputTokens: spent.cachedInputTokens + cachedInputTokens,
    outputTokens: spent.outputTokens + outputTokens,
    costUsd: spent.costUsd + (Number.isFinite(costUsd) ? costUsd : 0),
  }
}
