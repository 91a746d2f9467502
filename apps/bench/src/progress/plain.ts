import { basename } from 'node:path'
import type { Progress, ProgressRun } from './progress.ts'

const ALREADY = { played: '', recorded: ' (already recorded)', copied: ' (copied from another run)' } as const

/** A line for each episode that ends, as logs keep it. Where there are several runs, it names that of the episode. */
export function plainProgress(runs: readonly ProgressRun[], write: (text: string) => void): Progress {
  const done = runs.map(() => 0)
  return {
    hear(run, event) {
      if (event.kind !== 'episode-ended') return
      const { episode, end, how } = event
      done[run] = (done[run] ?? 0) + 1
      const result =
        end.status === 'failed'
          ? `failed: ${end.error.message}`
          : `${end.status}, score ${end.outcome.reward}`
      const { folder = '', episodes = [] } = runs[run] ?? {}
      const label = runs.length > 1 ? `${basename(folder)} ` : ''
      const name = `${label}${episode.benchmark.id} ${episode.task.id} ${episode.runtime.id}`
      write(`[${done[run]}/${episodes.length}] ${name}: ${result}${ALREADY[how]}\n`)
    },
    say(line) {
      write(`${line}\n`)
    },
    close() {},
    finish() {}, // the summary says it
  }
}
