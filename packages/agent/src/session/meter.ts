import {
  type Charge,
  Deadline,
  LimitReached,
  Meter,
  type Spending,
  type Spent,
} from '@skill-state/protocol/meter'
import type { Parts } from './blueprint.ts'
import { stepOf } from './waiting.ts'

/** The limits of one turn: those of the session, and those of the message that it answers. */
export interface TurnMeter extends Disposable {
  /** Who must have room for a call. */
  readonly spendings: readonly Pick<Spending, 'reserve'>[]
  /**
   * Aborted when the turn is stopped, and with `LimitReached` when the time of the message or of the session is over: the model and
   * the tools hear it.
   */
  readonly signal: AbortSignal
  /** Throws `LimitReached` if no further step may begin. */
  check(): void
}

const SCOPES = ['session', 'message'] as const

/** `stop` stops the turn. */
export function turnMeter({ agent, journal, ledger, place }: Parts, stop?: AbortSignal): TurnMeter {
  const { limits } = agent
  const { turn, skipped = 0 } = journal.position
  const all = chargeOf(ledger.spent)
  // When the message of the turn was shown, maybe by another process.
  const before = turn ? chargeOf(turn.spent) : all
  const used = { session: all, message: minus(all, before) }
  const first = { session: 0, message: turn ? turn.since + skipped : stepOf(journal.position) }
  const deadlines = SCOPES.flatMap((scope) => {
    const { wallTimeMs: maxMs } = limits[scope]
    const spentMs = scope === 'session' ? ledger.spent.wallTimeMs : 0
    return maxMs === undefined ? [] : [new Deadline({ scope, maxMs, spentMs, clock: place.host?.clock })]
  })
  const meters = SCOPES.filter((scope) => (limits[scope].tokens ?? limits[scope].costUsd) !== undefined).map(
    (scope) => new Meter(limits[scope], { scope, spent: used[scope] }),
  )
  const signals = [...deadlines.map(({ signal }) => signal), ...(stop ? [stop] : [])]
  return {
    spendings: [...meters, ledger],
    signal: signals.length === 1 && stop ? stop : AbortSignal.any(signals),
    check() {
      for (const scope of SCOPES) {
        const { steps: max } = limits[scope]
        const spent = stepOf(journal.position) - first[scope]
        if (max !== undefined && spent >= max) throw new LimitReached({ scope, limit: 'steps', spent, max })
      }
      for (const deadline of deadlines) deadline.check()
    },
    [Symbol.dispose]() {
      for (const deadline of deadlines) deadline[Symbol.dispose]()
    },
  }
}

/** What is counted of what was used, as journals have it too. */
export function chargeOf({ inputTokens = 0, outputTokens = 0, costUsd = 0 }: Partial<Spent> = {}): Charge {
  return { tokens: inputTokens + outputTokens, costUsd }
}

export function minus(all: Charge, before: Charge): Charge {
  return { tokens: all.tokens - before.tokens, costUsd: all.costUsd - before.costUsd }
}
