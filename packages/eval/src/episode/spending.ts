/** What a call uses. */
export interface Charge {
  readonly tokens: number
  /** US dollars. */
  readonly cost: number
}

/** Limits of a whole run. An absent limit does not apply. */
export interface SpendingLimits {
  /** Input and output tokens of all calls together. */
  readonly tokens?: number | undefined
  /** US dollars. */
  readonly cost?: number | undefined
}

/** Raised if a run may spend no more; ends the run, not an episode. */
export class SpendingLimitReached extends Error {
  readonly limit: keyof SpendingLimits

  /** The message says what is spent, and what the next call could have needed. */
  constructor(limit: keyof SpendingLimits, message: string) {
    super(message)
    this.limit = limit
    this.name = 'SpendingLimitReached'
  }
}

/** The limit that an error is about, or was caused by: an environment may have asked a model of its own. */
export function spendingLimitIn(error: unknown): SpendingLimitReached | undefined {
  if (error instanceof SpendingLimitReached) return error
  return error instanceof Error && error.cause !== undefined ? spendingLimitIn(error.cause) : undefined
}

/** A call's share of the limits, held until it is known what the call used. */
export interface Reservation {
  /** Says what the call used; `undefined` if unknown: then it counts as the maximum. */
  settle(used: Charge | undefined): void
}

export interface Spending {
  /** Sets the limits, and what earlier runs have spent of them. Before it nothing is limited. */
  begin(limits: SpendingLimits, before: Charge): void
  /**
   * Takes out what a call could use at most. Waits for calls in flight if what they hold back decides. Throws
   * `SpendingLimitReached` if the call could pass a limit whatever they use.
   */
  reserve(most: Charge): Promise<Reservation>
  /** What is spent so far, without what is held back for calls in flight. */
  readonly spent: Charge
}

const NOTHING: Charge = { tokens: 0, cost: 0 }

/** Keeps the calls of a run below its limits, however many are in flight: no call starts that could pass one. */
export function createSpending(initial: SpendingLimits = {}, before: Charge = NOTHING): Spending {
  let limits = initial
  let spent = before
  let held = NOTHING
  let waiting: (() => void)[] = []
  const wakeAll = (): void => {
    const woken = waiting
    waiting = []
    for (const wake of woken) wake()
  }
  return {
    begin(given, earlier) {
      limits = given
      spent = plus(spent, earlier)
    },
    get spent() {
      return spent
    },
    async reserve(most) {
      for (;;) {
        const passed = limitPassed(limits, plus(spent, most))
        if (passed !== undefined) throw reached(passed, limits, spent, most)
        if (limitPassed(limits, plus(plus(spent, held), most)) === undefined) break
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
      held = plus(held, most)
      let settled = false
      return {
        settle(used = most) {
          if (settled) return
          settled = true
          held = plus(held, { tokens: -most.tokens, cost: -most.cost })
          spent = plus(spent, used)
          wakeAll()
        },
      }
    },
  }
}

function plus(a: Charge, b: Charge): Charge {
  return { tokens: a.tokens + b.tokens, cost: a.cost + b.cost }
}

/** Below this, what is left of a sum of dollars is the rounding of its parts. */
const ROUNDING = 1e-9

function limitPassed(
  { tokens, cost }: SpendingLimits,
  { tokens: t, cost: c }: Charge,
): keyof Charge | undefined {
  if (tokens !== undefined && t > tokens) return 'tokens'
  return cost !== undefined && c > cost + ROUNDING ? 'cost' : undefined
}

function reached(
  which: keyof Charge,
  limits: SpendingLimits,
  spent: Charge,
  most: Charge,
): SpendingLimitReached {
  const text = (value: number): string => (which === 'cost' ? `${value.toFixed(4)} USD` : `${value} tokens`)
  return new SpendingLimitReached(
    which,
    `${text(spent[which])} of ${text(limits[which] ?? 0)} are spent, and the next call could use ${text(most[which])}`,
  )
}
