import type { Progress, ProgressRun } from './progress.ts'

const ALREADY = { played: '', recorded: ' (already recorded)', copied: ' (copied from another run)' } as const

/** A line for each episode that ends, as logs keep it. */
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
      const name = `${episode.benchmark.id} ${episode.task.id} ${episode.runtime.id}`
      write(`[${done[run]}/${runs[run]?.episodes.length}] ${name}: ${result}${ALREADY[how]}\n`)
    },
    say(line) {
      write(`${line}\n`)
    },
    close() {},
    finish() {}, // the summary says it
  }
}
