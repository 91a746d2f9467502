import { limiterSnapshots } from '@skill-state/models'
import { type Job, jsonProgress, type Progress, type ProgressRun } from '@skill-state/suite'
import { say } from '../print.ts'
import { type Load, loadOf } from './load.ts'
import { plainProgress } from './plain.ts'
import { terminalProgress } from './terminal.ts'

export interface ShowOptions {
  /** Events on standard output, in the place of a table or lines. */
  readonly json: boolean
  /** Whether this process makes the calls, and so knows the load on providers. */
  readonly calls: boolean
}

/** The progress of this process: events on stdout if `json` is set, a table on a terminal, lines elsewhere. */
export function openProgress(runs: readonly ProgressRun[], { json, calls }: ShowOptions): Progress {
  const clock = (): number => performance.now()
  const load = (): Load | undefined => (calls ? loadOf(limiterSnapshots()) : undefined)
  const { stdout, stderr } = process
  if (json) return jsonProgress(runs, (text) => stdout.write(text), { clock, load })
  if (!isWatched()) return plainProgress(runs, say, clock)
  return terminalProgress(runs, stderr, { clock, load, every: repeat })
}

/** Whether a person looks at standard error, on a terminal that can draw. */
export function isWatched(): boolean {
  return process.stderr.isTTY && !process.env.CI && process.env.TERM !== 'dumb'
}

/** A job as its progress is shown. */
export function progressRun({ plan, out }: Job): ProgressRun {
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
