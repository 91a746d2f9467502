import { invalidOption, SkillStateError } from '../errors.ts'
import type { Model } from '../model/model.ts'

/** Upper bounds of what something may use: a session, a message, an episode, a run. An absent limit does not apply. */
export interface Limits {
  /** Steps: decisions that were acted on. */
  readonly steps?: number | undefined
  /** Input and output tokens of all calls together. */
  readonly tokens?: number | undefined
  /** US dollars. */
  readonly costUsd?: number | undefined
  /** Milliseconds of wall time. The model's signal is aborted when they are over. */
  readonly wallTimeMs?: number | undefined
}

export type LimitName = keyof Limits

/** All limits by name. */
export const LIMIT_NAMES: readonly ['steps', 'tokens', 'costUsd', 'wallTimeMs'] = [
  'steps',
  'tokens',
  'costUsd',
  'wallTimeMs',
]

/** Where a limit was reached, and what is spent of it. */
export interface Reached {
  /** Whose limit it is: `run`, `episode`, `session`, `message`. */
  readonly scope: string
  readonly limit: LimitName
  readonly spent: number
  readonly max: number
  /** The most that the call could have used which was not sent. */
  readonly next?: number | undefined
}

/** Raised in place of a call that a limit has no room for, and where time or steps are over. */
export class LimitReached extends SkillStateError implements Reached {
  readonly scope: string
  readonly limit: LimitName
  readonly spent: number
  readonly max: number
  readonly next: number | undefined

  constructor({ scope, limit, spent, max, next }: Reached) {
    const more = next === undefined ? '' : `, and the next call could use ${amount(limit, next)}`
    super('limit-reached', `${amount(limit, spent)} of the ${scope}'s ${amount(limit, max)} are spent${more}`)
    this.name = 'LimitReached'
    this.scope = scope
    this.limit = limit
    this.spent = spent
    this.max = max
    this.next = next
  }
}

/** The limit that an error is about, or was caused by: a caller of the model may have wrapped it. */
export function limitIn(error: unknown): LimitReached | undefined {
  if (error instanceof LimitReached) return error
  return error instanceof Error && error.cause !== undefined ? limitIn(error.cause) : undefined
}

function amount(limit: LimitName, value: number): string {
  switch (limit) {
    case 'costUsd':
      return `${value.toFixed(4)} USD`
    case 'wallTimeMs':
      return `${Math.round(value)} ms`
    default:
      return `${value} ${limit}`
  }
}

/** How a door calls its limits, and what its user does if too little is known of a model. */
export interface LimitWords {
  readonly name: (limit: LimitName) => string
  readonly reply: string
  readonly prices: string
}

const IN_CODE: LimitWords = {
  name: (limit) => `limits.${limit}`,
  reply: 'give the model maxOutputTokens',
  prices: 'give the model prices',
}

/**
 * Throws `invalid-option` for a limit that does not exist, is not a number above 0, or cannot be kept because the most
 * that a call of the model could use is not known.
 */
export function checkLimits(
  limits: Limits,
  { id, capabilities = {} }: Pick<Model, 'id' | 'capabilities'>,
  { name, reply, prices }: LimitWords = IN_CODE,
): void {
  for (const [limit, value] of Object.entries(limits)) {
    if (!LIMIT_NAMES.includes(limit as LimitName))
      throw invalidOption(`limits: there is no limit "${limit}": the limits are ${LIMIT_NAMES.join(', ')}`)
    if (value === undefined || (typeof value === 'number' && value > 0)) continue
    throw invalidOption(`${name(limit as LimitName)} must be a number above 0, found ${String(value)}`)
  }
  const { tokens, costUsd } = limits
  if (tokens === undefined && costUsd === undefined) return
  const most = name(costUsd === undefined ? 'tokens' : 'costUsd')
  if (capabilities.maxOutputTokens === undefined)
    throw invalidOption(`${most}: the longest reply of model ${id} is not known; ${reply}`)
  if (costUsd !== undefined && capabilities.prices === undefined)
    throw invalidOption(`${most}: no prices of model ${id} are known; ${prices}`)
}
