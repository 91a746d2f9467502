import type { Guard } from '../../guard.ts'

/** A guard that keeps the text of the state short. */
export interface StateCap extends Guard {
  /** Characters that the state's text may have. */
  readonly maxStateChars: number
}

/** The smallest cap that the guards set; Infinity if none does. */
export function capOf(guards: readonly Guard[]): number {
  return Math.min(...guards.filter(isStateCap).map(({ maxStateChars }) => maxStateChars))
}

function isStateCap(guard: Guard): guard is StateCap {
  return 'maxStateChars' in guard && typeof guard.maxStateChars === 'number'
}
