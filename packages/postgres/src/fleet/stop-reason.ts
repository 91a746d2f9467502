import { LimitReached, type Reached } from '@skill-state/protocol/meter'

/** Why a suite was stopped, as it is kept. */
export function stopText({ scope, limit, spent, max, next }: LimitReached): string {
  return JSON.stringify({ scope, limit, spent, max, next })
}

export function parseStop(text: string): LimitReached {
  return new LimitReached(JSON.parse(text) as Reached)
}

/** Why a suite does not continue that a person cancelled. */
export const CANCELLED = 'cancelled'
