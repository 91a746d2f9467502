import {
  type Capabilities,
  type FailedAttempt,
  type ModelRequest,
  SkillStateError,
  type Usage,
} from '@skill-state/protocol'
import { attemptIn } from './attempt-in.ts'
import { costOf, mostCost } from './cost.ts'
import type { Charge } from './spending.ts'

/** Tokens that a provider adds around a prompt at most: roles, tool instructions, the framing of a schema. */
const FRAME_TOKENS = 2_000

/**
 * The most that a call can use. No tokenizer makes more tokens than bytes, and no reply is longer than the limit
 * that is sent. Without such a limit, or without prices where cost counts, there is no most.
 */
export function mostCharge(
  { prompt, answerSchema }: ModelRequest,
  { maxOutputTokens = Infinity, prices }: Capabilities,
): Charge {
  const schema = answerSchema === undefined ? '' : JSON.stringify(answerSchema)
  const inputTokens = Buffer.byteLength(prompt) + 2 * Buffer.byteLength(schema) + FRAME_TOKENS
  const tokens = inputTokens + maxOutputTokens
  const cost =
    prices === undefined ? Infinity : mostCost({ inputTokens, outputTokens: maxOutputTokens }, prices)
  return { tokens, cost }
}

/** What a call used by the provider's own figures; undefined where it gives none. */
export function usedCharge(usage: Usage, { prices }: Capabilities): Charge | undefined {
  const { inputTokens, outputTokens } = usage
  if (inputTokens === undefined || outputTokens === undefined) return undefined
  const cost = prices === undefined ? 0 : (costOf(usage, prices) ?? 0)
  return { tokens: inputTokens + outputTokens, cost }
}

/** Nothing was used where nothing was sent, or the provider does not charge for what it refused. */
export const FREE: Charge = { tokens: 0, cost: 0 }

/** The failed attempt that ended a call; undefined where no attempt was made. */
export function lastAttempt(error: unknown): FailedAttempt | undefined {
  if (!(error instanceof SkillStateError)) {
    const message = error instanceof Error ? error.message : String(error)
    return { code: 'model-failed', message: message.split('\n', 1)[0] ?? '', mayBeCharged: true }
  }
  const attempt = attemptIn(error.cause)
  return attempt && { code: error.code, message: error.message, mayBeCharged: attempt.mayBeCharged }
}
