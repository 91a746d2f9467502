import { basename } from 'node:path'
import type { Clock } from '@skill-state/eval'
import type { Progress, ProgressRun } from './progress.ts'

const ALREADY = { played: '', recorded: ' (already recorded)', copied: ' (copied from another run)' } as const

/** Above so many episodes, a line for each would bury the report. */
const FEW_EPISODES = 40
/** Least time between two lines of a long command. */
export const LINE_EVERY_MS = 30_000

/**
 * A line for each episode that ends, for logs. With many episodes, a line for each failure and else at most one in 30
 * seconds. If there are several runs, the line names the run.
 */
export function plainProgress(
  runs: readonly ProgressRun[],
  write: (text: string) => void,
  clock: Clock,
): Progress {
  const done = runs.map(() => 0)
  const isLong = runs.reduce((sum, { episodes }) => sum + episodes.length, 0) > FEW_EPISODES
  let wroteAt = clock()
  return {
    onEvent(run, event) {
      if (event.kind !== 'episode-ended') return
      const { episode, end, how } = event
      done[run] = (done[run] ?? 0) + 1
      if (isLong && end.status !== 'failed' && clock() - wroteAt < LINE_EVERY_MS) return
      wroteAt = clock()
      const result =
        end.status === 'failed'
          ? `failed: ${end.error.message}`
          : `${end.status}, score ${end.outcome.reward}`
      const { folder = '', episodes = [] } = runs[run] ?? {}
      const label = runs.length > 1 ? `${basename(folder)} ` : ''
      const name = `${label}${episode.benchmark.id} ${episode.task.id} ${episode.runtime.id}`
      write(`[${done[run]}/${episodes.length}] ${name}: ${result}${ALREADY[how]}\n`)
    },
    onLine(line) {
      write(`${line}\n`)
    },
    close() {},
    finish() {}, // the summary says it
  }
}
