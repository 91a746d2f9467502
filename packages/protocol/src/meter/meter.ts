import { addCharges, type Charge, NO_CHARGE } from './charge.ts'
import { LimitReached, type Limits } from './limits.ts'

/** A call's share of the limits, held until it is known what the call used. */
export interface Reservation {
  /** Says what the call used; `undefined` if unknown: then it counts as the maximum. Only the first time counts. */
  settle(used: Charge | undefined): void
}

/** Who keeps calls below limits: in memory (`Meter`), in a journal, in a database. */
export interface Spending {
  /**
   * Takes out what a call could use at most, and has put it on record if there is one. Throws `LimitReached` if the call
   * could pass a limit; waits for calls in flight if what they hold back decides.
   */
  reserve(most: Charge): Promise<Reservation>
  /** What is spent so far, without what is held back for calls in flight. */
  readonly spent: Charge
}

export interface MeterOptions {
  /** Whose limits these are; see `Reached`. Default `run`. */
  readonly scope?: string | undefined
  /** What was spent of the limits before. */
  readonly spent?: Charge | undefined
}

/** Keeps calls below limits, however many are in flight: no call starts that could pass one. */
export class Meter implements Spending {
  readonly #scope: string
  readonly #held = new Set<Charge>()
  readonly #limits: Limits
  readonly #bounds: readonly (keyof Bounded)[]
  #spent: Charge
  #waiting: (() => void)[] = []

  constructor(limits: Limits = {}, { scope = 'run', spent = NO_CHARGE }: MeterOptions = {}) {
    this.#limits = limits
    this.#bounds = BOUNDED.filter((name) => limits[name] !== undefined)
    this.#scope = scope
    this.#spent = spent
  }

  get spent(): Charge {
    return this.#spent
  }

  async reserve(most: Charge): Promise<Reservation> {
    for (;;) {
      if (this.#bounds.length === 0) break
      const alone = addCharges(this.#spent, most)
      const passed = this.#passedBy(alone)
      if (passed !== undefined) throw this.#reached(passed, most)
      if (this.#passedBy([...this.#held].reduce(addCharges, alone)) === undefined) break
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    const held = { ...most }
    this.#held.add(held)
    return {
      settle: (used = most) => {
        if (!this.#held.delete(held)) return
        this.#spent = addCharges(this.#spent, used)
        for (const wake of this.#waiting.splice(0)) wake()
      },
    }
  }

  #passedBy(charge: Charge): keyof Bounded | undefined {
    return this.#bounds.find((name) => !((charge[name] ?? 0) <= (this.#limits[name] ?? 0) + ROUNDING))
  }

  #reached(limit: keyof Bounded, most: Charge): LimitReached {
    const [{ [limit]: max = 0 }, { [limit]: spent = 0 }] = [this.#limits, this.#spent]
    return new LimitReached({ scope: this.#scope, limit, spent, max, next: most[limit] })
  }
}

type Bounded = typeof NO_CHARGE

const BOUNDED = Object.keys(NO_CHARGE) as readonly (keyof Bounded)[]

/** Below this, what is left of a sum of dollars is the rounding of its parts. */
const ROUNDING = 1e-9

/** Room in all of them, or in none. */
export async function reserveAll(
  spendings: readonly Pick<Spending, 'reserve'>[],
  most: Charge,
): Promise<Reservation> {
  const taken: Reservation[] = []
  try {
    for (const spending of spendings) taken.push(await spending.reserve(most))
  } catch (error) {
    for (const each of taken) each.settle(NO_CHARGE)
    throw error
  }
  return {
    settle(used) {
      for (const each of taken) each.settle(used)
    },
  }
}
