/** A piece of a text, as a causal language model reads it. Never empty. */
export interface Token {
  readonly text: string
}

/** A language model that says how likely each token is after those before it. Deterministic. */
export interface CausalModel<T extends Token = Token> {
  /** Name and version: it is part of what decides a figure, and of every table that depends on it. */
  readonly id: string
  /** The tokens of a text. Their texts, one after the other, are the text. */
  tokens(text: string): readonly T[]
  /** The natural logarithm of each token's probability after the prefix, which begins the text, and the tokens before: finite, at most 0. */
  logProbabilities(prefix: readonly T[], tokens: readonly T[]): Promise<readonly number[]>
}

export function textOf(tokens: readonly Token[]): string {
  let text = ''
  for (const token of tokens) text += token.text
  return text
}

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
