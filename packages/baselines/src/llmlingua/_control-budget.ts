export interface RankedTurn {
  readonly size: number
  /** Of the whole turn, on its own. */
  readonly perplexity: number
}

/**
 * Algorithm 1 of LLMLingua: takes the turns that surprise the model most, of equal ones the newest first, up to the one that reaches
 * `granularity` times the tokens that are to remain. Returns their indices, in the order of the turns.
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
