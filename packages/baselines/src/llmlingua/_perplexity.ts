import type { CausalModel, Token } from './causal-model.ts'

/** How much a text surprises the model on its own: e to the mean self-information. 1 for an empty text. */
export async function perplexity<T extends Token>(
  model: CausalModel<T>,
  tokens: readonly T[],
): Promise<number> {
  if (tokens.length === 0) return 1
  let information = 0
  for (const value of await model.logProbabilities([], tokens)) information -= value
  return Math.exp(information / tokens.length)
}
