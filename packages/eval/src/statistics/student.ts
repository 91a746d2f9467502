import jstat from 'jstat'

/** Values at least as far from 0 as this have the probability p. */
export function studentT(p: number, degreesOfFreedom: number): number {
  return jstat.studentt.inv(1 - p / 2, degreesOfFreedom)
}

/** 95 % of Student's distribution lie within this distance of 0. */
export function student95(degreesOfFreedom: number): number {
  return studentT(0.05, degreesOfFreedom)
}

/** Probability of a value at least as far from 0 as t. */
export function studentP(t: number, degreesOfFreedom: number): number {
  if (Math.abs(t) === Number.POSITIVE_INFINITY) return 0
  return Math.min(1, 2 * jstat.studentt.cdf(-Math.abs(t), degreesOfFreedom)) // the sum in cdf can round above 1/2
}
