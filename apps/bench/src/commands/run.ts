import { basename, join } from 'node:path'
import { runtimes } from '@skill-state/baselines'
import { lockRunFolder, NotRecorded, type SuiteEvent, writeWhole } from '@skill-state/eval'
import { flagOf, isSystemError, listenToInterrupts } from '@skill-state/eval/command-line'
import { type Batches, callBatches } from '@skill-state/models'
import type { Fleet } from '@skill-state/postgres'
import { invalidOption } from '@skill-state/protocol'
import { LimitReached, type Spending } from '@skill-state/protocol/meter'
import { type Report, showReport } from '@skill-state/report'
import {
  checkFolders,
  describeJobs,
  type Job,
  type Jobs,
  linesBefore,
  nameRun,
  openProgress,
  openRootFolder,
  planJobs,
  type Registry,
  ROOT_PAGE,
  type RunJobs,
  RunMeter,
  runJobs,
  spendingFile,
  spentBefore,
  startingCommands,
} from '@skill-state/suite'
import type { Request } from '@skill-state/suite/request'
import { findModel } from '../find-model.ts'
import { loadOf } from '../load.ts'
import { print, say } from '../print.ts'
import type { Flags } from '../program/fields.ts'
import { registry } from '../registry.ts'
import { countEnd, doneLine, emptyOutcome, summaryLines } from './_outcome.ts'
import { loadPage, writeReport } from './report.ts'

/** What became of the rest if a provider fails repeatedly, and what to do. */
const GIVEN_UP =
  'the rest was not tried; check the provider, the key and --base-url, then run the same command with --retry-errors'

/** What Ctrl-C does if this process plays, if workers do, and if batches are open. */
const FINISHING = 'finishing the steps under way; Ctrl-C again stops at once'
const ENDING = 'ending; the workers continue'
const LEAVING = 'leaving; batches stay at the provider, and the same command takes their answers'

/** Episodes under way at once, if nothing else is said. Of those that wait for batches, all are. */
const USUAL_CONCURRENCY = 4

/** Exit code of a program that SIGINT ended, as shells give it. */
const INTERRUPTED = 130

type RunOptions = Omit<Flags['run'], keyof Request | 'env' | 'environment'>

/** `bench run`: plans, runs what is missing, reports. Returns the exit code. */
export async function runCommand(flags: Flags['run'], experiment: string | undefined): Promise<number> {
  const { name, options: named } = nameRun(experiment, flags)
  const { concurrency, batch, out, retryErrors, json, queue, ...request } = named
  const options: RunOptions = { concurrency, retryErrors, json, queue }
  const spending = new RunMeter()
  const batches = batch ? callBatches() : undefined
  if (batches !== undefined && queue !== undefined) {
    throw invalidOption('--batch: workers ask call by call; leave out --batch or --queue')
  }
  const plain: Registry = { ...registry, findModel: (model, settings) => findModel(model, settings, batches) }
  const known = queue === undefined ? startingCommands(plain) : plain
  const jobs = await planJobs(known, name, request, { out, spending })
  checkFolders(jobs)
  if (request.dryRun) {
    for await (const text of describeJobs(known, jobs)) print(text)
    return 0
  }
  for await (const line of linesBefore(known, jobs)) say(`bench: ${line}\n`)
  const { root } = jobs
  await using fleet = await openFleetFor(name, request, options, jobs)
  const release = root === undefined ? () => {} : lockRunFolder(root.path)
  try {
    if (root !== undefined) openRootFolder(root)
    const { limits = {} } = jobs.jobs[0]?.plan ?? {}
    spending.begin(limits, await spentBefore(jobs.jobs), spendingFile(jobs))
    return await runPlanned(jobs, { ...options, spending, batches, play: fleet?.collect ?? runJobs })
  } finally {
    release()
  }
}

/** What knows of databases is loaded for those who have one. */
async function openFleetFor(
  name: string,
  request: Request,
  { queue, retryErrors = false }: RunOptions,
  jobs: Jobs,
): Promise<Fleet | undefined> {
  if (queue === undefined) return undefined
  const { openFleet } = await import('@skill-state/postgres')
  const tell = (line: string): void => say(`bench: ${line}\n`)
  return await openFleet(queue, jobs, { name, request, retryErrors, version: registry.version, onLine: tell })
}

interface PlannedOptions extends RunOptions {
  readonly play: RunJobs<Report>
  readonly spending: Spending
  readonly batches: Batches | undefined
}

async function runPlanned({ jobs, root, leftOut = [] }: Jobs, options: PlannedOptions): Promise<number> {
  const { json = false, retryErrors = false, queue, spending, batches, play } = options
  const { concurrency = batches === undefined ? USUAL_CONCURRENCY : Infinity } = options
  const planned = jobs.reduce((total, { plan }) => total + plan.episodes.length, 0)
  const outcome = emptyOutcome(planned)
  const progress = openProgress(jobs, { json, load: () => (queue === undefined ? loadOf() : undefined) })
  const say = (line: string): void => progress.onLine(`bench: ${line}`)
  const { stop, abort, release } = listenToInterrupts(() =>
    say(batches !== undefined ? LEAVING : queue === undefined ? FINISHING : ENDING),
  )
  for (const line of narrowModels(jobs, concurrency)) say(line)
  const tell = (text: string): void => {
    if (!json) print(text)
  }
  const left = jobs.map(({ plan }) => plan.episodes.length)
  const tellBatches = (index: number, { kind }: SuiteEvent): void => {
    const job = jobs[index]
    if (batches === undefined || job === undefined || kind === 'call-ended') return
    if (kind === 'episode-ended') left[index] = (left[index] ?? 1) - 1
    batches.serve(Math.min(concurrency, left[index] ?? 0), { folder: job.out, say })
  }
  const reports: { readonly job: Job; readonly report: Report }[] = []
  try {
    const done = play(jobs, {
      tokenizer: registry.tokenizer,
      report: writeReport,
      ...{ concurrency, spending, retryErrors, stop },
      signal: batches === undefined ? abort : stop, // a batch may take a day: its calls are not waited for
      onEvent(job, event) {
        countEnd(outcome, event)
        progress.onEvent(job, event)
        tellBatches(job, event)
      },
      onLine: (line) => progress.onLine(line),
      onOutage: ({ message }) => say(`stopped: ${message}; ${GIVEN_UP} (${doneLine(outcome)})`),
    })
    for await (const each of done) reports.push(each)
  } catch (error) {
    progress.close()
    const reason = cutOffReason(error)
    if (reason === undefined && !stop.aborted) throw error
    say(`${reason ?? 'interrupted; the same command resumes'} (${doneLine(outcome)})`)
    const exitCode = reason === undefined ? INTERRUPTED : 1
    progress.finish({ exitCode })
    return exitCode
  } finally {
    release()
  }
  progress.close()
  if (reports.length === 0) {
    progress.finish({ exitCode: 1 })
    return 1
  }
  for (const { report } of reports) tell(`\n${showReport(report)}\n`)
  if (root !== undefined) {
    const { reportsHtml } = await loadPage()
    const all = reports.map(({ report }) => report)
    const names = reports.map(({ job }) => basename(job.out))
    writeWhole(join(root.path, ROOT_PAGE), reportsHtml(root.title, all, [], runtimes, names))
  }
  const folders = jobs.map(({ out }) => out)
  for (const line of [...leftOut, ...summaryLines(outcome, folders, root?.path)]) tell(`${line}\n`)
  const exitCode = outcome.failed > 0 || reports.length < jobs.length ? 1 : 0
  progress.finish({ exitCode, report: join(root?.path ?? folders[0] ?? '.', ROOT_PAGE) })
  return exitCode
}

/** Models that take fewer calls at once than were asked for: a line each. */
function narrowModels(jobs: readonly Job[], asked: number): readonly string[] {
  const narrow = jobs.flatMap(({ plan: { model } }) => ((model.concurrency ?? asked) < asked ? [model] : []))
  const lines = narrow.map(
    ({ id, concurrency }) => `${id} takes ${concurrency} calls at once, fewer than --concurrency ${asked}`,
  )
  return [...new Set(lines)]
}

/** Why a run ended before its end, and how it continues; undefined if nothing that is expected ended it. */
function cutOffReason(error: unknown): string | undefined {
  if (error instanceof LimitReached) {
    return `stopped by ${flagOf(error.limit)}: ${error.message}; the same command with a higher limit resumes`
  }
  if (error instanceof NotRecorded || isSystemError(error)) {
    return `${error.message}; the record is kept, and the same command resumes`
  }
  return undefined
}
