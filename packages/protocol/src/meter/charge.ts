import { reasonOf, SkillStateError } from '../errors.ts'
import { costOf, type MaxUsage, maxCost, maxUsage } from '../model/cost.ts'
import type { Capabilities, FailedAttempt, ModelRequest, Usage } from '../model/model.ts'

/** What calls have used, or could use. A limit can count each part that `NO_CHARGE` has; one that is absent counts as 0. */
export interface Charge {
  /** Input and output together. */
  readonly tokens: number
  readonly costUsd: number
  /** The tokens by their classes, if it is one call. */
  readonly usage?: Usage | undefined
}

/** What is charged for nothing: before the first call, and for what was not sent or is not charged. */
export const NO_CHARGE: Omit<Charge, 'usage'> = { tokens: 0, costUsd: 0 }

export function addCharges(one: Charge, other: Charge): Charge {
  return { tokens: one.tokens + other.tokens, costUsd: one.costUsd + other.costUsd }
}

/** The most that a call can use. Infinite if its output has no limit, and in dollars if there are no prices. */
export function chargeBound(
  request: ModelRequest,
  capabilities: Capabilities,
): Charge & { readonly usage: MaxUsage } {
  const usage = maxUsage(request, capabilities)
  return { ...maxCharge(usage, capabilities), usage }
}

/** The charge for the most that a call can have used. */
export function maxCharge(
  { inputTokens, outputTokens = Infinity }: MaxUsage,
  { prices }: Capabilities,
): Charge {
  const costUsd = prices === undefined ? Infinity : maxCost({ inputTokens, outputTokens }, prices)
  return { tokens: inputTokens + outputTokens, costUsd }
}

/** What a call used by the provider's own figures; undefined if it does not give them all. */
export function usedCharge(usage: Usage, { prices }: Capabilities): Charge | undefined {
  const { inputTokens, outputTokens } = usage
  if (inputTokens === undefined || outputTokens === undefined) return undefined
  const costUsd = prices === undefined ? 0 : (costOf(usage, prices) ?? 0)
  return { tokens: inputTokens + outputTokens, costUsd, usage }
}

/**
 * The usage that a provider reports, without counts that are not whole numbers from 0. Nothing of it is known if a part is
 * more than the whole.
 */
export function parseUsage(usage: unknown): Usage {
  const all = Object(usage) as Record<string, unknown>
  const counts = Object.fromEntries(Object.entries(all).filter(([, count]) => isCount(count))) as Usage
  const { inputTokens = Infinity, outputTokens = Infinity } = counts
  const { cachedInputTokens = 0, cacheWriteTokens = 0, reasoningTokens = 0 } = counts
  const isSound = cachedInputTokens + cacheWriteTokens <= inputTokens && reasoningTokens <= outputTokens
  return isSound ? counts : {}
}

const isCount = (count: unknown): boolean => Number.isSafeInteger(count) && Number(count) >= 0

/** A failed request as providers' errors tell of it. */
export interface ProviderFailure extends FailedAttempt {
  /** HTTP status, if there was a response. */
  readonly status?: number
}

/** The failed request to a provider that an error is, or was caused by; undefined if there was none. */
export function attemptIn(error: unknown): (Error & ProviderFailure) | undefined {
  if (!(error instanceof Error)) return undefined
  return isAttempt(error) ? error : attemptIn(error.cause)
}

/** By its shape: each package that talks to a provider has an error class of its own. */
function isAttempt(error: Error): error is Error & ProviderFailure {
  return 'mayBeCharged' in error && typeof error.mayBeCharged === 'boolean'
}

/** The failed attempt that ended a call; undefined if nothing was sent. */
export function lastAttempt(error: unknown, signal?: AbortSignal): FailedAttempt | undefined {
  const attempt = attemptIn(error)
  const message = reasonOf(error)
  if (error instanceof SkillStateError && !signal?.aborted) {
    const { code } = error
    if (attempt !== undefined) return { code, message, mayBeCharged: attempt.mayBeCharged }
    if (code !== 'model-failed') return undefined
  }
  return { code: 'model-failed', message: message.split('\n', 1)[0] ?? '', mayBeCharged: true }
}
