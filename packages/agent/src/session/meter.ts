import type { Clock } from '@skill-state/protocol'
import {
  type Charge,
  Deadline,
  type Ledger,
  LimitReached,
  type Limits,
  Meter,
  type Spending,
  type Spent,
} from '@skill-state/protocol/meter'

/** The limits of a session, and of each message in it. */
export interface SessionLimits {
  readonly session: Limits
  readonly message: Limits
}

/** What a message begins with. */
export interface Opened {
  readonly spent: Spent
  readonly steps: number
}

interface Stopping {
  /** Stops the turn. */
  readonly signal?: AbortSignal | undefined
  readonly clock?: Clock | undefined
}

/** The limits of one turn: those of the session, and those of the message that it answers. */
export class TurnMeter implements Disposable {
  /** Who must have room for a call. */
  readonly spendings: readonly Pick<Spending, 'reserve'>[]
  /**
   * Aborted when the turn is stopped, and with `LimitReached` when the time of the message or of the session is over: the model and
   * the tools hear it.
   */
  readonly signal: AbortSignal
  readonly #limits: SessionLimits
  readonly #opened: Opened
  readonly #deadlines: readonly Deadline[]

  constructor(limits: SessionLimits, ledger: Ledger, opened: Opened, { signal, clock }: Stopping = {}) {
    const { spent } = ledger
    this.#limits = limits
    this.#opened = opened
    const since = minus(chargeOf(spent), chargeOf(opened.spent))
    this.spendings = [
      ...(isCounted(limits.session)
        ? [new Meter(limits.session, { scope: 'session', spent: chargeOf(spent) })]
        : []),
      ...(isCounted(limits.message) ? [new Meter(limits.message, { scope: 'message', spent: since })] : []),
      ledger,
    ]
    this.#deadlines = (['session', 'message'] as const).flatMap((scope) => {
      const { wallTimeMs: maxMs } = limits[scope]
      const spentMs = scope === 'session' ? spent.wallTimeMs : 0
      return maxMs === undefined ? [] : [new Deadline({ scope, maxMs, spentMs, clock })]
    })
    const signals = [...this.#deadlines.map((deadline) => deadline.signal), ...(signal ? [signal] : [])]
    this.signal = signals.length === 1 && signal ? signal : AbortSignal.any(signals)
  }

  /** Throws `LimitReached` if no further step may begin. */
  check(steps: number): void {
    const taken = { session: steps, message: steps - this.#opened.steps }
    for (const scope of ['session', 'message'] as const) {
      const { steps: max } = this.#limits[scope]
      const spent = taken[scope]
      if (max !== undefined && spent >= max) throw new LimitReached({ scope, limit: 'steps', spent, max })
    }
    for (const deadline of this.#deadlines) deadline.check()
  }

  [Symbol.dispose](): void {
    for (const deadline of this.#deadlines) deadline[Symbol.dispose]()
  }
}

/** Whether calls can come to a limit, apart from the time and the steps. */
function isCounted({ tokens, costUsd }: Limits): boolean {
  return (tokens ?? costUsd) !== undefined
}

/** What is counted of what was used, as journals have it too. */
export function chargeOf({ inputTokens = 0, outputTokens = 0, costUsd = 0 }: Partial<Spent> = {}): Charge {
  return { tokens: inputTokens + outputTokens, costUsd }
}

export function minus(all: Charge, before: Charge): Charge {
  return { tokens: all.tokens - before.tokens, costUsd: all.costUsd - before.costUsd }
}
