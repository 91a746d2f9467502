import type { CausalModel, Token } from '../src/llmlingua/causal-model.ts'
import { splitTokens } from '../src/llmlingua/ngram/ngram-model.ts'

/** What a toy model was asked: the texts of the prefix and of the tokens. */
export interface Question {
  readonly prefix: string
  readonly tokens: string
}

/**
 * For tests: a token's self-information is its length, or a hundredth of it if the same token stands in the
 * prefix or before it among the tokens.
 */
export function toyModel(asked: Question[] = []): CausalModel {
  return {
    id: 'toy',
    tokens: (text) => splitTokens(text).map((piece) => ({ text: piece })),
    async logProbabilities(prefix, tokens) {
      asked.push({ prefix: join(prefix), tokens: join(tokens) })
      const seen = new Set(prefix.map((token) => token.text))
      return tokens.map(({ text }) => {
        const figure = seen.has(text) ? -text.length / 100 : -text.length
        seen.add(text)
        return figure
      })
    },
  }
}

function join(tokens: readonly Token[]): string {
  return tokens.map((token) => token.text).join('')
}
