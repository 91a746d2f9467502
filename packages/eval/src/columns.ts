import type { FaultFigures } from './faults.ts'
import type { EpisodeFigures } from './figures.ts'

/** One figure of a report: what it takes from an episode, and how many decimals a person wants to see. */
export interface Column {
  readonly id: string
  readonly title: string
  readonly decimals: number
  /** `undefined` leaves the episode out of this column's mean. */
  readonly of: (episode: EpisodeFigures) => number | undefined
}

export const score: Column = { id: 'score', title: 'Score', decimals: 2, of: (episode) => episode.score }

export const promptChars: Column = {
  id: 'promptChars',
  title: 'Prompt chars',
  decimals: 0,
  of: (episode) => episode.meanPromptChars,
}

export const totalTokens: Column = {
  id: 'totalTokens',
  title: 'Total tokens',
  decimals: 0,
  of: (episode) => episode.totalTokens,
}

export const retries: Column = {
  id: 'retries',
  title: 'Retries',
  decimals: 1,
  of: (episode) => episode.retries,
}

/** Refused replies that nothing had been done to. */
export const soundRefusals: Column = {
  id: 'soundRefusals',
  title: 'Sound refused',
  decimals: 1,
  of: (episode) => episode.soundRefusals,
}

/** What became of the injected faults of some classes, or of all. */
export function faultColumn(outcome: keyof FaultFigures, title: string, classes?: readonly string[]): Column {
  return {
    id: [outcome, ...(classes ?? [])].join('-'),
    title,
    decimals: 1,
    of: ({ faults }) =>
      Object.entries(faults)
        .filter(([name]) => classes?.includes(name) ?? true)
        .reduce((sum, [, figures]) => sum + figures[outcome], 0),
  }
}

/** The columns of the paper's scaling tables, and the refused replies behind them. */
export const columns: readonly Column[] = [score, promptChars, totalTokens, retries]
