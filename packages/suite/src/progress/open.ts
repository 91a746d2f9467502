import { printable } from '@skill-state/protocol'
import type { Job } from '../jobs.ts'
import { jsonProgress } from './json.ts'
import { plainProgress } from './plain.ts'
import type { Load, Progress, ProgressRun } from './progress.ts'
import { terminalProgress } from './terminal.ts'

/** The progress of this process: events on stdout if `json` is set, a table on a terminal, lines elsewhere. */
export function openProgress(
  jobs: readonly Job[],
  { json, load }: { readonly json: boolean; readonly load: () => Load | undefined },
): Progress {
  const runs = jobs.map(progressRun)
  const clock = (): number => performance.now()
  const { stdout, stderr } = process
  if (json) return jsonProgress(runs, (text) => stdout.write(text), { clock, load })
  if (!isWatched()) return plainProgress(runs, (text) => stderr.write(printable(text)), clock)
  return terminalProgress(runs, stderr, { clock, load, every: repeat })
}

/** Whether a person looks at standard error, on a terminal that can draw. */
export function isWatched(): boolean {
  return process.stderr.isTTY && !process.env.CI && process.env.TERM !== 'dumb'
}

function progressRun({ plan, out }: Job): ProgressRun {
  return {
    folder: out,
    experiment: plan.experiment.id,
    model: plan.conditions.model.name,
    episodes: plan.episodes,
    prices: plan.model.capabilities?.prices,
  }
}

function repeat(milliseconds: number, call: () => void): () => void {
  const timer = setInterval(call, milliseconds)
  timer.unref()
  return () => clearInterval(timer)
}
