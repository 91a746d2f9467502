import {
  type Capabilities,
  costOf,
  type FailedAttempt,
  type ModelRequest,
  mostCost,
  mostUsage,
  SkillStateError,
  type Usage,
} from '@skill-state/protocol'
import { attemptIn } from './attempt-in.ts'
import type { Charge } from './spending.ts'

/** The most that a call can use. Undefined if its output has no limit, or if cost counts and there are no prices. */
export function mostCharge(request: ModelRequest, capabilities: Capabilities): Charge {
  const { prices } = capabilities
  const { inputTokens, outputTokens = Infinity } = mostUsage(request, capabilities)
  const cost = prices === undefined ? Infinity : mostCost({ inputTokens, outputTokens }, prices)
  return { tokens: inputTokens + outputTokens, cost }
}

/** What a call used by the provider's own figures; undefined if it gives none. */
export function usedCharge(usage: Usage, { prices }: Capabilities): Charge | undefined {
  const { inputTokens, outputTokens } = usage
  if (inputTokens === undefined || outputTokens === undefined) return undefined
  const cost = prices === undefined ? 0 : (costOf(usage, prices) ?? 0)
  return { tokens: inputTokens + outputTokens, cost }
}

/** Nothing was used if nothing was sent, or the provider does not charge for what it refused. */
export const FREE: Charge = { tokens: 0, cost: 0 }

/** The failed attempt that ended a call; undefined if no attempt was made. */
export function lastAttempt(error: unknown): FailedAttempt | undefined {
  if (!(error instanceof SkillStateError)) {
    const message = error instanceof Error ? error.message : String(error)
    return { code: 'model-failed', message: message.split('\n', 1)[0] ?? '', mayBeCharged: true }
  }
  const attempt = attemptIn(error.cause)
  return attempt && { code: error.code, message: error.message, mayBeCharged: attempt.mayBeCharged }
}
