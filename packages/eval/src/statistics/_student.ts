import jstat from 'jstat'

/** 95 % of Student's distribution lie within this distance of 0. */
export function student95(degreesOfFreedom: number): number {
  return jstat.studentt.inv(0.975, degreesOfFreedom)
}

/** Probability of a value at least as far from 0 as t. */
export function studentP(t: number, degreesOfFreedom: number): number {
  return Math.min(1, 2 * jstat.studentt.cdf(-Math.abs(t), degreesOfFreedom)) // the sum in cdf can round above 1/2
}
