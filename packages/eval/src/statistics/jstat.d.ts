/** The part of jstat that is used here; it ships no types. */
declare module 'jstat' {
  const jstat: {
    readonly normal: {
      /** Probability of a value of at most x. */
      cdf(x: number, mean: number, sd: number): number
      /** The value that p of the distribution lies below. */
      inv(p: number, mean: number, sd: number): number
    }
    readonly chisquare: {
      /** The value that p of the distribution lies below. */
      inv(p: number, degreesOfFreedom: number): number
    }
    readonly studentt: {
      /** Probability of a value of at most t. */
      cdf(t: number, degreesOfFreedom: number): number
      /** The value that p of the distribution lies below. */
      inv(p: number, degreesOfFreedom: number): number
    }
    readonly noncentralt: {
      /** Probability of a value of at most t. */
      cdf(t: number, degreesOfFreedom: number, noncentrality: number): number
    }
    /** The regularised incomplete beta function I_x(a, b). */
    ibeta(x: number, a: number, b: number): number
  }
  export default jstat
}
