import type { Column } from '../src/figures/column.ts'

export const score: Column = { id: 'score', title: 'Score', decimals: 2, of: (episode) => episode.score }

export const totalTokens: Column = {
  id: 'totalTokens',
  title: 'Total tokens',
  decimals: 0,
  of: (episode) => episode.totalTokens,
}

const cost: Column = { id: 'cost', title: 'Cost, USD', decimals: 4, of: (episode) => episode.cost }

const promptChars: Column = {
  id: 'promptChars',
  title: 'Prompt chars',
  decimals: 0,
  of: (episode) => episode.meanPromptChars,
}

export const comparedColumns: readonly Column[] = [score, totalTokens, cost, promptChars]
