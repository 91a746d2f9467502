/**
 * pass^k: how likely k trials of a task drawn from its trials all succeed, averaged over the tasks. Undefined if some
 * task has fewer than k trials.
 */
export function passHatK(trialsByTask: Iterable<readonly boolean[]>, k: number): number | undefined {
  const shares: number[] = []
  for (const trials of trialsByTask) {
    if (trials.length < k) return undefined
    const successes = trials.filter(Boolean).length
    shares.push(choose(successes, k) / choose(trials.length, k))
  }
  if (shares.length === 0) return undefined
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}

function choose(n: number, k: number): number {
  let ways = 1
  for (let i = 0; i < k; i++) ways = (ways * (n - i)) / (i + 1)
  return ways
}
