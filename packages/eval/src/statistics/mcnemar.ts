import jstat from 'jstat'

/** McNemar's exact test of paired yes and no, two-sided. */
export interface McNemarTest {
  readonly pairs: number
  /** Pairs in which only the first is yes. */
  readonly first: number
  /** Pairs in which only the second is yes. */
  readonly second: number
  readonly p: number
}

/** Pairs that the test is not defined for, and why. */
export interface UntestedAnswers {
  readonly pairs: number
  readonly untested:
    | 'no pair differs'
    | 'values other than 0 and 1'
    | 'pairs of one problem are not independent'
}

/**
 * Tests whether yes is as frequent on both sides: of the pairs that differ, each side wins half (McNemar 1947; the
 * exact conditional test of Fagerland et al. 2013). Pairs must be independent of each other.
 */
export function mcnemar(
  pairs: readonly (readonly [x: boolean, y: boolean])[],
): McNemarTest | UntestedAnswers {
  const first = pairs.filter(([x, y]) => x && !y).length
  const second = pairs.filter(([x, y]) => !x && y).length
  const differing = first + second
  if (differing === 0) return { pairs: pairs.length, untested: 'no pair differs' }
  const fewer = Math.min(first, second)
  const tail = jstat.ibeta(0.5, differing - fewer, fewer + 1) // at most `fewer` of the differing pairs
  return { pairs: pairs.length, first, second, p: Math.min(1, 2 * tail) }
}
