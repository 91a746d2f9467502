import {
  costOf,
  invalidOption,
  type Model,
  type ModelRequest,
  mostCost,
  mostUsage,
  type Usage,
} from '@skill-state/protocol'
import type { Spent } from '../events.ts'

/** Limits of a session or of a single message. An absent limit does not apply. */
export interface Limits {
  /** Steps: calls of tools and replies. */
  readonly steps?: number | undefined
  /** Input and output tokens of all calls together. */
  readonly tokens?: number | undefined
  /** US dollars. */
  readonly cost?: number | undefined
  /** Milliseconds of wall time; checked between calls and passed to the model. */
  readonly wallTimeMs?: number | undefined
}

/** Ends a turn because of a limit. Nothing was sent. */
export class LimitReached extends Error {
  readonly limit: string
  readonly spent: number
  readonly most: number

  constructor(limit: string, spent: number, most: number) {
    super(`the limit ${limit} is reached: ${spent} of ${most}`)
    this.limit = limit
    this.spent = spent
    this.most = most
  }
}

export const NOTHING_SPENT: Spent = {
  calls: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  cost: 0,
}

/** What is spent after one more call. Unknown figures count as nothing. */
export function plus(spent: Spent, usage: Usage, cost: number | undefined): Spent {
  return {
    calls: spent.calls + 1,
    inputTokens: spent.inputTokens + (usage.inputTokens ?? 0),
    cachedInputTokens: spent.cachedInputTokens + (usage.cachedInputTokens ?? 0),
    outputTokens: spent.outputTokens + (usage.outputTokens ?? 0),
    cost: spent.cost + (cost ?? 0),
  }
}

/** US dollars of a call, if the model's prices are known. */
export function priceOf({ capabilities }: Model, usage: Usage): number | undefined {
  return capabilities?.prices && costOf(usage, capabilities.prices)
}

/** Throws `LimitReached` if the call could exceed a limit, whatever the model answers. */
export function admit(
  model: Model,
  request: ModelRequest,
  limits: Limits,
  spent: Spent,
  scope: string,
): void {
  if (limits.tokens === undefined && limits.cost === undefined) return
  const most = mostUsage(request, model.capabilities ?? {})
  const used = spent.inputTokens + spent.outputTokens
  if (limits.tokens !== undefined && used + most.inputTokens + (most.outputTokens ?? 0) > limits.tokens) {
    throw new LimitReached(`${scope}.tokens`, used, limits.tokens)
  }
  const prices = model.capabilities?.prices
  if (limits.cost === undefined || prices === undefined) return
  const { inputTokens, outputTokens = 0 } = most
  if (spent.cost + mostCost({ inputTokens, outputTokens }, prices) > limits.cost) {
    throw new LimitReached(`${scope}.cost`, spent.cost, limits.cost)
  }
}

/** Throws `invalid-option` if a limit cannot be kept, because too little is known of the model. */
export function checkLimits(limits: Limits, { id, capabilities = {} }: Model): void {
  for (const [name, value] of Object.entries(limits)) {
    if (value === undefined || (typeof value === 'number' && value > 0)) continue
    throw invalidOption(`limits: ${name} must be a number above 0, found ${String(value)}`)
  }
  if (limits.tokens === undefined && limits.cost === undefined) return
  if (capabilities.maxOutputTokens === undefined) {
    const message = `limits: the longest reply of model ${id} is not known: give the model maxOutputTokens`
    throw invalidOption(message)
  }
  if (limits.cost !== undefined && capabilities.prices === undefined) {
    throw invalidOption(`limits: no prices of model ${id} are known: give the model prices`)
  }
}
