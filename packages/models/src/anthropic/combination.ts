import { invalidOption, type SkillStateError } from '@skill-state/protocol'
import type { AnthropicOptions } from './options.ts'

/** Fewest tokens of thinking that the API takes. */
const LEAST_BUDGET = 1_024

/**
 * Throws `invalid-option` for options that are right one by one, and that the Messages API refuses together. Source: its
 * pages on sampling and on extended thinking.
 */
export function checkCombination(
  id: string,
  { temperature, topP, thinking }: AnthropicOptions,
  maxOutputTokens: number,
): void {
  const refuse = (reason: string): SkillStateError => invalidOption(`${id}: ${reason}`)
  if (temperature !== undefined && topP !== undefined) throw refuse('give temperature or topP, not both')
  if (temperature !== undefined && (temperature < 0 || temperature > 1))
    throw refuse(`temperature is from 0 to 1, not ${temperature}`)
  if (topP !== undefined && (topP < 0 || topP > 1)) throw refuse(`topP is from 0 to 1, not ${topP}`)
  if (thinking === undefined || thinking.type === 'disabled') return
  if (temperature !== undefined)
    throw refuse('a model that thinks takes no temperature: leave out one of both')
  if (topP !== undefined && topP < 0.95) throw refuse(`with thinking, topP is from 0.95 to 1, not ${topP}`)
  if (thinking.type !== 'enabled') return
  const budget = thinking.budget_tokens
  if (!Number.isInteger(budget) || budget < LEAST_BUDGET)
    throw refuse(`thinking.budget_tokens is a whole number from ${LEAST_BUDGET}, not ${budget}`)
  if (budget >= maxOutputTokens)
    throw refuse(`thinking.budget_tokens (${budget}) must be less than maxOutputTokens (${maxOutputTokens})`)
}
