import { invalidOption } from '@skill-state/protocol'

/** Gives the option's value back, or throws `invalid-option`. */
export function requirePositiveInteger(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value
  throw invalidOption(`${name} must be a positive integer, not ${String(value)}`)
}
