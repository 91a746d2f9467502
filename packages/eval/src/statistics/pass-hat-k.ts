/** How often one problem was tried, and how often it was solved. */
export interface Trials {
  readonly trials: number
  readonly successes: number
}

/**
 * pass^k: the chance that k trials of a problem, drawn without replacement, are all solved, as a mean over the
 * problems: C(c, k) / C(n, k) of c successes in n trials (τ-bench, §4). Each problem needs k trials at least.
 */
export function passHatK(problems: readonly Trials[], k: number): number {
  const chances = problems.map(({ trials, successes }) => {
    if (trials < k) throw new RangeError(`a problem has ${trials} trials, fewer than ${k}`)
    // C(c, k) / C(n, k) as a product, which no factorial overflows.
    let chance = 1
    for (let drawn = 0; drawn < k; drawn += 1) chance *= Math.max(0, successes - drawn) / (trials - drawn)
    return chance
  })
  return chances.reduce((sum, chance) => sum + chance, 0) / chances.length
}
