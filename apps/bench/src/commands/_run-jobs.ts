import { join } from 'node:path'
import {
  checkRunFolder,
  type Episode,
  lockRunFolder,
  openRunFolder,
  ProviderOutage,
  type Report,
  type RunFolder,
  reportJson,
  runSuite,
  type Spending,
  type SuiteEvent,
  tracePath,
  writeWhole,
} from '@skill-state/eval'
import { tokenizer } from '../registry.ts'
import { runReport } from '../run-report.ts'
import type { Job } from './_jobs.ts'
import { loadPage } from './report.ts'

/** What all runs of a command share. */
export interface SharedOptions {
  readonly concurrency: number
  readonly spending: Spending
  readonly retryErrors: boolean
  /** Ends the run between two steps. */
  readonly stop: AbortSignal
  /** Ends it at once. */
  readonly signal: AbortSignal
  /** Hears what happens in the job of this index. */
  readonly hear: (job: number, event: SuiteEvent) => void
  /** Says one line to whoever watches. */
  readonly say: (line: string) => void
  /** Hears of a job that was given up, because its model's provider answers nobody. */
  readonly giveUp: (outage: ProviderOutage) => void
}

/** Brings jobs to their end, and yields the report of each when it is written. */
export type RunJobs = (
  jobs: readonly Job[],
  options: SharedOptions,
) => AsyncGenerator<{ readonly job: Job; readonly report: Report }>

/**
 * Runs one job after the other, and yields the report of each when it is written. Where a model's provider answers
 * nobody, its jobs are given up, and those of other models go on.
 */
export async function* runJobs(
  jobs: readonly Job[],
  options: SharedOptions,
): AsyncGenerator<{ readonly job: Job; readonly report: Report }> {
  const whole = new Map<string, string>()
  const givenUp = new Set<string>()
  for (const [index, job] of jobs.entries()) {
    const model = JSON.stringify(job.plan.conditions.model)
    if (givenUp.has(model)) continue
    checkRunFolder(job.out, job.plan.conditions)
    const release = lockRunFolder(job.out)
    try {
      yield { job, report: await runJob(job, index, whole, options) }
    } catch (error) {
      if (!(error instanceof ProviderOutage)) throw error
      givenUp.add(model)
      options.giveUp(error)
    } finally {
      release()
    }
  }
}

/** Runs a job; `whole` knows the traces of whole episodes by their ids, across jobs. */
async function runJob(
  { plan, out }: Job,
  index: number,
  whole: Map<string, string>,
  { hear, ...options }: SharedOptions,
): Promise<Report> {
  const folder = openRunFolder(out, plan.conditions)
  await runSuite(folder, plan.episodes, {
    ...options,
    budget: plan.budget,
    tokenizer,
    findCopy: ({ id }) => (id === undefined ? undefined : whole.get(id)),
    onEvent: (event) => {
      hear(index, event)
      const { id } = event.episode
      if (event.kind === 'episode-ended' && event.end.outcome !== undefined && id !== undefined) {
        whole.set(id, traceOf(folder, event.episode))
      }
    },
  })
  return await writeReport(folder)
}

/** Computes the report of a run's folder and writes it there. */
export async function writeReport(folder: RunFolder): Promise<Report> {
  const report = runReport(folder)
  const { reportHtml } = await loadPage()
  writeWhole(join(folder.path, 'report.json'), reportJson(report))
  writeWhole(join(folder.path, 'report.html'), reportHtml(report))
  return report
}

function traceOf(folder: RunFolder, { benchmark, task, runtime, model }: Episode): string {
  return tracePath(folder, {
    benchmark: benchmark.id,
    task: task.id,
    runtime: runtime.id,
    model: model.id,
  })
}
