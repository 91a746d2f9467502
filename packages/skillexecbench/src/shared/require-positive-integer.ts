import { SkillStateError } from '@skill-state/protocol'

/** Gives the option's value back, or throws `invalid-option`. */
export function requirePositiveInteger(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value
  throw new SkillStateError('invalid-option', `${name} must be a positive integer, not ${String(value)}`)
}
