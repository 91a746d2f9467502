import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Charge,
  checkRunFolder,
  createSpending,
  lockRunFolder,
  openRunFolder,
  type Report,
  readRunFolder,
  reportJson,
  reportMarkdown,
  runSuite,
  type Spending,
  SpendingLimitReached,
  writeWhole,
} from '@skill-state/eval'
import { listenToInterrupts } from '../interrupts.ts'
import { spentIn } from '../limits.ts'
import { folderPath, positiveInteger } from '../options.ts'
import { makePlan, type Plan, type PlanOptions } from '../plan.ts'
import { predictionLines } from '../predict.ts'
import { createProgress } from '../progress.ts'
import { experiments, tokenizer } from '../registry.ts'
import { checkRootFolder, openRootFolder, ROOT_PAGE } from '../root-folder.ts'
import { runReport } from '../run-report.ts'
import { UsageError } from '../usage-error.ts'
import { ALL_EXPERIMENTS, loadPage } from './report.ts'

/** Exit code of a program that SIGINT ended, as shells give it. */
const INTERRUPTED = 130

/** Stands for every experiment, each in a folder of its own. */
const ALL = 'all'

export interface RunCommandOptions extends PlanOptions {
  readonly out?: string
  readonly concurrency: string
  readonly retryErrors?: boolean
}

/** A plan and the folder of its run. */
interface Job {
  readonly plan: Plan
  readonly out: string
}

/** `bench run`: plans, runs what is missing, reports. Gives the exit code. */
export async function runCommand(experiment: string, options: RunCommandOptions): Promise<number> {
  if (options.out !== undefined) folderPath('--out', options.out)
  const spending = createSpending()
  const jobs = await makeJobs(experiment, options, spending)
  const concurrency = positiveInteger('--concurrency', options.concurrency)
  const ids = jobs.map(({ plan }) => plan.experiment.id)
  if (experiment === ALL) checkRootFolder(rootOf(options), ids)
  for (const { plan, out } of jobs) checkRunFolder(out, plan.conditions)
  if (options.dryRun) {
    for (const job of jobs) process.stdout.write(await describeJob(job))
    return 0
  }

  if (experiment === ALL) openRootFolder(rootOf(options), ids)
  const { stop, abort, release } = listenToInterrupts()
  spending.begin(jobs[0]?.plan.limits ?? {}, spentBefore(jobs))
  let failed = 0
  const reports: Report[] = []
  try {
    for (const job of jobs) {
      const done = await runJob(job, {
        concurrency,
        spending,
        stop,
        signal: abort,
        retryErrors: options.retryErrors ?? false,
      })
      failed += done.failed
      reports.push(done.report)
      process.stdout.write(
        `\n${reportMarkdown(done.report)}\nTraces, report.json and report.html: ${job.out}\n`,
      )
    }
  } catch (error) {
    if (error instanceof SpendingLimitReached) {
      process.stderr.write(
        `\nbench: stopped by --max-${error.limit}: ${error.message}; the same command with a higher limit goes on from here\n`,
      )
      return 1
    }
    if (!stop.aborted) throw error
    process.stderr.write('\nbench: interrupted; the same command goes on from here\n')
    return INTERRUPTED
  } finally {
    release()
  }
  if (experiment === ALL) {
    const file = join(rootOf(options), ROOT_PAGE)
    writeWhole(file, (await loadPage()).reportsHtml(ALL_EXPERIMENTS, reports))
    process.stdout.write(`\nAll reports on one page: ${file}\n`)
  }
  return failed > 0 ? 1 : 0
}

/** What the calls in the folders have used already. */
function spentBefore(jobs: readonly Job[]): Charge {
  const before = jobs
    .filter(({ out }) => existsSync(join(out, 'run.json')))
    .map(({ plan, out }) => spentIn(readRunFolder(out), plan.model))
  const sum = (of: (charge: Charge) => number): number => before.reduce((total, each) => total + of(each), 0)
  return { tokens: sum(({ tokens }) => tokens), cost: sum(({ cost }) => cost) }
}

function rootOf({ out }: RunCommandOptions): string {
  return out ?? join('runs', ALL)
}

async function makeJobs(experiment: string, options: RunCommandOptions, spending: Spending): Promise<Job[]> {
  if (experiment !== ALL) {
    const plan = await makePlan(experiment, options, spending)
    return [{ plan, out: options.out ?? join('runs', plan.experiment.id) }]
  }
  if (options.benchmark !== undefined) {
    throw new UsageError('--benchmark: name one experiment to run another benchmark in')
  }
  const root = rootOf(options)
  return await Promise.all(
    Object.keys(experiments).map(async (id) => ({
      plan: await makePlan(id, options, spending),
      out: join(root, id),
    })),
  )
}

/** What `--dry-run` prints: the episodes, and where calls are paid for, what they would need. */
async function describeJob({ plan, out }: Job): Promise<string> {
  const { episodes, model } = plan
  const lines = episodes.map(({ benchmark, task, runtime }) => `${benchmark.id} ${task.id} ${runtime.id}`)
  const total = `${lines.length} episodes with model ${model.id}, into ${out}`
  const predicted = model.capabilities === undefined ? [] : await predictionLines(plan)
  return [...lines, total, ...predicted, ''].join('\n')
}

/** What all runs of a command share. */
interface JobOptions {
  readonly concurrency: number
  readonly spending: Spending
  readonly retryErrors: boolean
  /** Ends the run between two steps. */
  readonly stop: AbortSignal
  /** Ends it at once. */
  readonly signal: AbortSignal
}

async function runJob(job: Job, options: JobOptions): Promise<Done> {
  checkRunFolder(job.out, job.plan.conditions)
  const release = lockRunFolder(job.out)
  try {
    return await runLocked(job, options)
  } finally {
    release()
  }
}

interface Done {
  readonly failed: number
  readonly report: Report
}

async function runLocked({ plan, out }: Job, options: JobOptions): Promise<Done> {
  const folder = openRunFolder(out, plan.conditions)
  const show = createProgress(plan.episodes.length, process.stderr)
  let failed = 0
  await runSuite(folder, plan.episodes, {
    ...options,
    budget: plan.budget,
    tokenizer,
    onEpisode: (event) => {
      if (event.end.status === 'failed') failed += 1
      show(event)
    },
  })
  const report = runReport(folder)
  const { reportHtml } = await loadPage()
  writeWhole(join(out, 'report.json'), reportJson(report))
  writeWhole(join(out, 'report.html'), reportHtml(report))
  return { failed, report }
}
