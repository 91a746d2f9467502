import type { SpendingLimitReached } from '@skill-state/eval'

type Reason = Pick<SpendingLimitReached, 'limit' | 'message'>

/** Why a suite was stopped, as it is kept. */
export function stopText({ limit, message }: Reason): string {
  return `${limit}: ${message}`
}

export function parseStop(text: string): Reason {
  const [limit, ...rest] = text.split(': ')
  return { limit: limit === 'cost' ? 'cost' : 'tokens', message: rest.join(': ') }
}

/** Why a suite does not continue that a person cancelled. */
export const CANCELLED = 'cancelled'
