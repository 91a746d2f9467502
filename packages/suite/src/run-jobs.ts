import {
  checkRunFolder,
  episodeName,
  lockRunFolder,
  openRunFolder,
  ProviderOutage,
  type RunFolder,
  runSuite,
  type SuiteEvent,
  tracePath,
} from '@skill-state/eval'
import type { Tokenizer } from '@skill-state/protocol'
import type { Spending } from '@skill-state/protocol/meter'
import { type Job, sharedIds } from './jobs.ts'

export interface SharedOptions<R> {
  readonly tokenizer: Tokenizer
  /** Computes the report of a run that came to its end. */
  readonly report: (folder: RunFolder) => Promise<R>
  readonly concurrency: number
  readonly spending: Spending
  readonly retryErrors: boolean
  /** Ends the run between two steps. */
  readonly stop: AbortSignal
  readonly signal: AbortSignal
  readonly onEvent: (job: number, event: SuiteEvent) => void
  readonly onLine: (line: string) => void
  /** Hears of a job that was given up, because its model's provider fails repeatedly. */
  readonly onOutage: (outage: ProviderOutage) => void
}

/** Brings jobs to their end, and yields the report of each when it is written. */
export type RunJobs<R> = (jobs: readonly Job[], options: SharedOptions<R>) => AsyncGenerator<DoneJob<R>>

export interface DoneJob<R> {
  readonly job: Job
  readonly report: R
}

/**
 * Runs one job after the other, and yields the report of each when it is written. After repeated failures of a
 * model's provider its jobs stop, and those of other models continue.
 */
export async function* runJobs<R>(
  jobs: readonly Job[],
  options: SharedOptions<R>,
): AsyncGenerator<DoneJob<R>> {
  const whole = new Map<string, string>()
  const shared = sharedIds(jobs)
  const givenUp = new Set<string>()
  for (const [index, job] of jobs.entries()) {
    const model = JSON.stringify(job.plan.conditions.model)
    if (givenUp.has(model)) continue
    checkRunFolder(job.out, job.plan.conditions)
    const release = lockRunFolder(job.out)
    try {
      yield { job, report: await runJob(job, index, { whole, shared }, options) }
    } catch (error) {
      if (!(error instanceof ProviderOutage)) throw error
      givenUp.add(model)
      options.onOutage(error)
    } finally {
      release()
    }
  }
}

interface Known {
  /** Traces of whole episodes by their ids, across jobs. */
  readonly whole: Map<string, string>
  /** Ids that several jobs have: no other trace is looked for. */
  readonly shared: ReadonlySet<string>
}

async function runJob<R>(
  { plan, out }: Job,
  index: number,
  { whole, shared }: Known,
  { onEvent, report, ...options }: SharedOptions<R>,
): Promise<R> {
  const folder = openRunFolder(out, plan.conditions)
  await runSuite(folder, plan.episodes, {
    ...options,
    limits: plan.episodeLimits,
    findCopy: ({ id }) => (id === undefined ? undefined : whole.get(id)),
    onEvent: (event) => {
      onEvent(index, event)
      const { id } = event.episode
      const isWhole = event.kind === 'episode-ended' && event.end.outcome !== undefined
      if (isWhole && id !== undefined && shared.has(id))
        whole.set(id, tracePath(folder, episodeName(event.episode)))
    },
  })
  return await report(folder)
}
