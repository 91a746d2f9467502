import { SkillStateError } from '@skill-state/protocol'

/** Gives the option's value back. Throws `invalid-option`. */
export function positiveInteger(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value
  throw new SkillStateError('invalid-option', `${name} must be a positive integer, not ${value}`)
}
