import type { Column, EpisodeFigures } from '@skill-state/eval'

function figure(id: string, title: string, decimals: number, of: Column['of']): Column {
  return { id, title, decimals, of }
}

/** A figure that the environment names in its outcome; absent if it names none. */
export function metricColumn(id: string, title: string, decimals: number): Column {
  return { id, title, decimals, of: ({ metrics }) => (Object.hasOwn(metrics, id) ? metrics[id] : undefined) }
}

type ColumnName =
  | 'score'
  | 'promptChars'
  | 'promptTokens'
  | 'totalTokens'
  | 'retries'
  | 'calls'
  | 'updatesApplied'
  | 'cost'
  | 'cachedTokens'
  | 'cacheWriteTokens'
  | 'outputTokens'
  | 'resolved'
  | 'recovered'
  | 'recoverySteps'
  | 'recoveryTurns'
  | 'rejected'
  | 'soundRejections'

export const column: Readonly<Record<ColumnName, Column>> = {
  score: figure('score', 'Score', 2, (each) => each.score),
  promptChars: figure('promptChars', 'Prompt chars', 0, (each) => each.meanPromptChars),
  promptTokens: figure('promptTokens', 'Prompt tokens', 0, ({ usage: { inputTokens }, calls }) =>
    inputTokens === undefined || calls === 0 ? undefined : inputTokens / calls,
  ),
  totalTokens: figure('totalTokens', 'Total tokens', 0, (each) => each.totalTokens),
  /** Calls that asked again after a rejected reply. */
  retries: figure('retries', 'Retries', 1, (each) => each.retries),
  /** Model calls, retries and summaries included. */
  calls: figure('calls', 'Calls', 0, (each) => each.calls),
  /** Of the state updates that were asked for, rejected replies included, the share that was applied; 0 to 1. */
  updatesApplied: figure('updatesApplied', 'Updates applied', 2, ({ updates: { attempted, applied } }) =>
    attempted > 0 ? applied / attempted : undefined,
  ),
  cost: figure('cost', 'Cost, USD', 4, (each) => each.cost),
  /** Input tokens that the provider read from its cache, if it says so. */
  cachedTokens: figure('cachedTokens', 'Cache read', 0, ({ usage }) => usage.cachedInputTokens),
  /** Input tokens that the provider wrote to its cache, if it says so. */
  cacheWriteTokens: figure('cacheWriteTokens', 'Cache write', 0, ({ usage }) => usage.cacheWriteTokens),
  /** Output tokens by the provider's own count, hidden reasoning included. */
  outputTokens: figure('outputTokens', 'Output tokens', 0, ({ usage }) => usage.outputTokens),
  /** Repository: feature requests merged without breaking CI, of all; 0 to 1. */
  resolved: metricColumn('resolved', 'Resolved', 2),
  /** Recovery scenarios: 1 if the first event that depends on the changed fact was handled rightly. */
  recovered: metricColumn('recovered', 'Recovered', 2),
  /** Recovery scenarios: dependent actions after the notice that still acted on the old fact. */
  recoverySteps: metricColumn('recoverySteps', 'Stale actions', 1),
  /** Recovery scenarios: turns from the notice to the last such action, as the paper counts consecutive turns. */
  recoveryTurns: metricColumn('recoveryTurns', 'Recovery turns', 1),
  /** Replies that were rejected, those that no call followed too. */
  rejected: figure('rejected', 'Rejected', 1, (each) => each.rejections),
  /** Rejected replies that nothing had been done to. */
  soundRejections: figure('soundRefusals', 'Sound rejected', 1, (each) => each.soundRejections),
}

/**
 * Mistakes of one kind: in rejected replies, or with `taken ` in patches that were taken. Of the latter it is unknown
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
export function faultColumn(
  outcome: keyof EpisodeFigures['faults'][string],
  title: string,
  classes?: readonly string[],
): Column {
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

const { score, resolved, promptChars, totalTokens, cost } = column

/** What the paper compares, and what it costs. */
export const comparedColumns: readonly Column[] = [score, totalTokens, cost, promptChars]

/** The paper's score, prompt size and tokens, and the figures behind them. No column is shown that no row fills. */
export const columns: readonly Column[] = [
  score,
  resolved,
  promptChars,
  totalTokens,
  column.cachedTokens,
  column.cacheWriteTokens,
  column.outputTokens,
  cost,
  column.calls,
  column.retries,
  column.updatesApplied,
]
