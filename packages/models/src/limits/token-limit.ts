import { requestFlow } from './flow.ts'

/** Of the tokens that flowed in the minute before a refusal, the share that is tried from then on. */
const SHARE = 0.8
/** As many calls a minute as the refused one are let through at least, until refusals in a row say that it is fewer. */
const FLOOR_CALLS = 8

/** What an attempt brings to the limit. Whole tokens. */
export interface Need {
  readonly tokens: number
  /** The ceiling that the caller names; `Infinity` if it names none. */
  readonly tokensPerMinute: number
}

/** How many tokens a minute a key may use. Knows nothing of the order of calls. */
export interface TokenLimit {
  hasRoom(need: Need): boolean
  begin(need: Need): void
  end(need: Need, used: number): void
  /** Hears that a call was refused, and that tokens may be why; `isLasting` after several refusals without an answer. */
  lower(need: Need, isLasting: boolean): void
  /** Hears that a call was answered, while the given one is the next to begin. */
  raise(used: number, next: Need): void
  /** Hears that a call was rejected, whatever the reason: the limit rises slowly again. */
  calm(): void
  /** Whether it is the learned limit that the call has to wait for. */
  isShort(need: Need): boolean
  /** Tokens a minute; `Infinity` if no limit is known or named. */
  limit(): number
  /** Milliseconds until there may be room, if no call ends before. */
  changesIn(): number
}

/**
 * A call begins while **flowed + held + its own ≤ limit**: what calls that ended within the last minute used, what those
 * under way are expected to use, and what it is expected to use itself. If nothing flowed and nothing is held, it
 * begins whatever it needs. So a call counts from its beginning until a minute after its end, and whenever in between
 * the provider counts it, no minute has more than the limit, except if calls use more than expected.
 *
 * The limit is the smallest of the ceilings that are named, by the call and by those under way, and of what is learned:
 * unknown at first; **0.8 · flowed** when a call is rejected, but never less than eight such calls, or one such call if
 * refusals last. An answer brings it back to eight such calls; and while the next call has to wait for it, **1, 2, 4, … times
 * what an answer used** more, for each such answer since the last refusal. So a limit that is wrong is gone after ten.
 */
export function createTokenLimit(now: () => number): TokenLimit {
  const flow = requestFlow(now)
  const ceilings = new Map<number, number>()
  let held = 0
  let learned = Infinity
  /** Whether a call used something since the limit was lowered: while none does, refusals say nothing new. */
  let hasFlowed = false
  /** Answers that raised the limit since the last refusal. */
  let raises = 0

  const taken = (): number => flow.sum() + held
  const limit = (): number => Math.min(learned, ...ceilings.keys())
  const isShort = ({ tokens }: Need): boolean => taken() > 0 && taken() + tokens > learned

  return {
    hasRoom({ tokens, tokensPerMinute }) {
      return taken() === 0 || taken() + tokens <= Math.min(limit(), tokensPerMinute)
    },
    begin({ tokens, tokensPerMinute }) {
      held += tokens
      ceilings.set(tokensPerMinute, (ceilings.get(tokensPerMinute) ?? 0) + 1)
    },
    end({ tokens, tokensPerMinute }, used) {
      held -= tokens
      flow.add(used)
      if (used > 0) hasFlowed = true
      const others = (ceilings.get(tokensPerMinute) ?? 0) - 1
      if (others > 0) ceilings.set(tokensPerMinute, others)
      else ceilings.delete(tokensPerMinute)
    },
    lower({ tokens }, isLasting) {
      const flowed = flow.sum()
      if (flowed === 0 || !(hasFlowed || isLasting)) return
      learned = Math.min(learned, Math.max(tokens * (isLasting ? 1 : FLOOR_CALLS), SHARE * flowed))
      hasFlowed = false
    },
    raise(used, next) {
      learned = Math.max(learned, FLOOR_CALLS * used)
      if (!isShort(next)) return
      learned += used * 2 ** raises
      raises += 1
    },
    calm() {
      raises = 0
    },
    isShort,
    limit,
    changesIn: () => flow.changesIn(),
  }
}
