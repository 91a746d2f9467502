import type { Column, EpisodeFigures, FaultFigures } from '@skill-state/eval'

export const score: Column = { id: 'score', title: 'Score', decimals: 2, of: (episode) => episode.score }

export const promptChars: Column = {
  id: 'promptChars',
  title: 'Prompt chars',
  decimals: 0,
  of: (episode) => episode.meanPromptChars,
}

/** Mean input tokens of a call. */
export const promptTokens: Column = {
  id: 'promptTokens',
  title: 'Prompt tokens',
  decimals: 0,
  of: ({ usage: { inputTokens }, calls }) =>
    inputTokens === undefined || calls === 0 ? undefined : inputTokens / calls,
}

export const totalTokens: Column = {
  id: 'totalTokens',
  title: 'Total tokens',
  decimals: 0,
  of: (episode) => episode.totalTokens,
}

/** Calls that asked again after a refused reply. */
export const retries: Column = {
  id: 'retries',
  title: 'Retries',
  decimals: 1,
  of: (episode) => episode.retries,
}

/** Model calls, retries and summaries included. */
export const calls: Column = { id: 'calls', title: 'Calls', decimals: 0, of: (episode) => episode.calls }

/** Of the state updates that were asked for, refused replies included, the share that was applied; 0 to 1. */
export const updatesApplied: Column = {
  id: 'updatesApplied',
  title: 'Updates applied',
  decimals: 2,
  of: ({ updates: { attempted, applied } }) => (attempted > 0 ? applied / attempted : undefined),
}

/** US dollars of an episode. */
export const cost: Column = { id: 'cost', title: 'Cost, USD', decimals: 4, of: (episode) => episode.cost }

/** Input tokens that the provider read from its cache, if it says so. */
const cachedTokens: Column = {
  id: 'cachedTokens',
  title: 'Cache read',
  decimals: 0,
  of: ({ usage }) => usage.cachedInputTokens,
}

/** Input tokens that the provider wrote to its cache, if it says so. */
const cacheWriteTokens: Column = {
  id: 'cacheWriteTokens',
  title: 'Cache write',
  decimals: 0,
  of: ({ usage }) => usage.cacheWriteTokens,
}

/** Output tokens by the provider's own count, hidden reasoning included. */
const outputTokens: Column = {
  id: 'outputTokens',
  title: 'Output tokens',
  decimals: 0,
  of: ({ usage }) => usage.outputTokens,
}

/** A figure that the environment names in its outcome; absent if it names none. */
export function metricColumn(id: string, title: string, decimals: number): Column {
  return { id, title, decimals, of: ({ metrics }) => (Object.hasOwn(metrics, id) ? metrics[id] : undefined) }
}

/** Repository: feature requests merged without breaking CI, of all; 0 to 1. */
export const resolved: Column = metricColumn('resolved', 'Resolved', 2)

/** Recovery scenarios: 1 if the first event that depends on the changed fact was handled rightly. */
export const recovered: Column = metricColumn('recovered', 'Recovered', 2)

/** Recovery scenarios: dependent actions after the notice that still acted on the old fact. */
export const recoverySteps: Column = metricColumn('recoverySteps', 'Stale actions', 1)

/** Recovery scenarios: turns from the notice to the last such action, as the paper counts consecutive turns. */
export const recoveryTurns: Column = metricColumn('recoveryTurns', 'Recovery turns', 1)

/** Replies that were refused, those that no call followed too. */
export const refused: Column = {
  id: 'refused',
  title: 'Refused',
  decimals: 1,
  of: (episode) => episode.refusals,
}

/** Refused replies that nothing had been done to. */
export const soundRefusals: Column = {
  id: 'soundRefusals',
  title: 'Sound refused',
  decimals: 1,
  of: (episode) => episode.soundRefusals,
}

/**
 * Mistakes of one kind: in refused replies, or with `taken ` in patches that were taken. Of the latter it is unknown
 * if the environment does not say what the state should be.
 */
export function mistakeColumn(kind: string, title: string): Column {
  const unknown = ({ judgedSteps }: EpisodeFigures): boolean => kind.startsWith('taken ') && judgedSteps === 0
  return {
    id: `mistake ${kind}`,
    title,
    decimals: 1,
    of: (episode) => (unknown(episode) ? undefined : (episode.mistakes[kind] ?? 0)),
  }
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

/** What the paper compares, and what it costs. */
export const comparedColumns: readonly Column[] = [score, totalTokens, cost, promptChars]

/** The paper's score, prompt size and tokens, and what stands behind them. No column is shown that no row fills. */
export const columns: readonly Column[] = [
  score,
  resolved,
  promptChars,
  totalTokens,
  cachedTokens,
  cacheWriteTokens,
  outputTokens,
  cost,
  calls,
  retries,
  updatesApplied,
]
