import { SkillStateError } from '@skill-state/protocol'

/** Gives the option's value back; throws `invalid-option` where it is no whole number from `least`. */
export function wholeNumber(name: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value
  throw new SkillStateError('invalid-option', `${name} must be a whole number from ${least}, found ${value}`)
}
