import type { JsonObject, JsonValue } from '@skill-state/protocol'
import { type Bound, bounded, either, IMPOSSIBLE } from './bound.ts'

/**
 * The longest number that is not whole, without its sign: one digit, a point, 16 digits and `e-308`. A double
 * has at most 17 significant digits, and an exponent at most three. Written without exponent it is shorter:
 * below 1, `0.000` and 17 digits; above, 17 digits and a point.
 */
const LONGEST_FRACTION = 23

/**
 * Of a number. Whole ones are within ±(2^53 − 1), since others are rejected. `multipleOf` makes no number whole:
 * ajv divides, so that 5e-324 passes as a multiple of 2.
 */
export function numberBound(schema: JsonObject, wholeOnly: boolean): Bound {
  const [least, most] = [leastOf(schema), mostOf(schema)]
  const whole = wholeBound(least, most)
  if (wholeOnly) return whole
  if (least > most) return IMPOSSIBLE
  return either(whole, bounded(LONGEST_FRACTION + (least < 0 ? 1 : 0)))
}

function wholeBound(least: number, most: number): Bound {
  const low = Math.max(Math.ceil(least), Number.MIN_SAFE_INTEGER)
  const high = Math.min(Math.floor(most), Number.MAX_SAFE_INTEGER)
  return low > high ? IMPOSSIBLE : bounded(Math.max(digits(low), digits(high)))
}

const digits = (whole: number): number => BigInt(whole).toString().length

function leastOf({ minimum, exclusiveMinimum }: JsonObject): number {
  return Math.max(limit(minimum, -Infinity), limit(exclusiveMinimum, -Infinity))
}

function mostOf({ maximum, exclusiveMaximum }: JsonObject): number {
  return Math.min(limit(maximum, Infinity), limit(exclusiveMaximum, Infinity))
}

function limit(value: JsonValue | undefined, none: number): number {
  return typeof value === 'number' ? value : none
}
