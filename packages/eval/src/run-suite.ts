import { existsSync } from 'node:fs'
import type { Tokenizer } from '@skill-state/protocol'
import pMap from 'p-map'
import type { Budget } from './budget.ts'
import { type Episode, runEpisode } from './run-episode.ts'
import { type RunFolder, readTraceOf, tracePath } from './run-folder.ts'
import { type Spending, SpendingLimitReached } from './spending.ts'
import type { EpisodeEnd } from './trace.ts'
import { createTraceFile } from './trace-file.ts'

/** What a listener hears of each episode, in the order in which they end. */
export interface EpisodeEvent {
  readonly episode: Episode
  readonly end: EpisodeEnd
  /** True where the folder held the whole episode already. */
  readonly resumed: boolean
}

export interface SuiteOptions {
  /** Episodes under way at once. */
  readonly concurrency: number
  readonly budget?: Budget
  readonly tokenizer?: Tokenizer
  readonly signal?: AbortSignal
  /** Limits of the whole run. */
  readonly spending?: Spending | undefined
  readonly onEpisode?: (event: EpisodeEvent) => void
}

/**
 * Runs the episodes that the folder does not hold whole yet. An episode that was cut off starts anew; a
 * failed one does not stop the others and stays as it is. Where a limit of the run is reached, no further episode
 * starts, those under way end or are cut off, and it throws `SpendingLimitReached`.
 */
export async function runSuite(
  folder: RunFolder,
  episodes: readonly Episode[],
  { concurrency, onEpisode, ...options }: SuiteOptions,
): Promise<void> {
  let limit: SpendingLimitReached | undefined
  await pMap(
    episodes,
    async (episode) => {
      options.signal?.throwIfAborted()
      if (limit !== undefined) return
      const file = tracePath(folder, {
        benchmark: episode.benchmark.id,
        task: episode.task.id,
        runtime: episode.runtime.id,
        model: episode.model.id,
      })
      const recorded = existsSync(file) ? readTraceOf(folder, file)?.end : undefined
      const end =
        recorded ??
        (await runInto(file, episode, options).catch((error: unknown) => {
          if (!(error instanceof SpendingLimitReached)) throw error
          limit ??= error
        }))
      if (end === undefined) return
      onEpisode?.({ episode, end, resumed: recorded !== undefined })
    },
    { concurrency },
  )
  if (limit !== undefined) throw limit
}

async function runInto(
  file: string,
  episode: Episode,
  options: Omit<SuiteOptions, 'concurrency' | 'onEpisode'>,
): Promise<EpisodeEnd> {
  const trace = createTraceFile(file)
  try {
    return await runEpisode(episode, { ...options, record: trace.record })
  } finally {
    trace.close()
  }
}
