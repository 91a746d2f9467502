/** The part of jstat that is used here; it ships no types. */
declare module 'jstat' {
  const jstat: {
    readonly studentt: {
      /** Probability of a value of at most t. */
      cdf(t: number, degreesOfFreedom: number): number
      /** The value that p of the distribution lies below. */
      inv(p: number, degreesOfFreedom: number): number
    }
  }
  export default jstat
}
