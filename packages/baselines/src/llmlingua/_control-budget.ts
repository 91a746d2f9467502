export interface RankedTurn {
  readonly size: number
  /** Of the whole turn, on its own. */
  readonly perplexity: number
}

/**
 * The budget controller of LLMLingua (Algorithm 1): takes the turns that surprise the model most, until they
 * have `granularity` times the tokens that are to remain; the token-level compression removes the rest. The
 * turn that reaches this size is still taken. Turns that surprise equally are taken newest first.
 *
 * Returns the indices of the turns that stay, in the order of the turns.
 */
export function controlBudget(
  turns: readonly RankedTurn[],
  target: number,
  granularity: number,
): readonly number[] {
  const ranked = turns
    .map(({ size, perplexity }, index) => ({ index, size, perplexity }))
    .sort((a, b) => b.perplexity - a.perplexity || b.index - a.index)
  const taken: number[] = []
  let room = granularity * target
  for (const { index, size } of ranked) {
    if (room <= 0) break
    room -= size
    taken.push(index)
  }
  return taken.sort((a, b) => a - b)
}
