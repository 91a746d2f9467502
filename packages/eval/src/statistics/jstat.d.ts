/** The part of jstat that is used here; it ships no types. `cdf`: the probability of at most a value; `inv`: the value that p lies below. */
declare module 'jstat' {
  const jstat: {
    readonly normal: {
      cdf(x: number, mean: number, sd: number): number
      inv(p: number, mean: number, sd: number): number
    }
    readonly chisquare: { inv(p: number, degreesOfFreedom: number): number }
    readonly studentt: {
      cdf(t: number, degreesOfFreedom: number): number
      inv(p: number, degreesOfFreedom: number): number
    }
    readonly noncentralt: { cdf(t: number, degreesOfFreedom: number, noncentrality: number): number }
    /** The regularised incomplete beta function I_x(a, b). */
    ibeta(x: number, a: number, b: number): number
  }
  export default jstat
}
