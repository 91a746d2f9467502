import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lockRunFolder, openRunFolder, Stopped } from '@skill-state/eval'
import { invalidRun } from '@skill-state/protocol'
import type { DoneJob, SharedOptions } from '@skill-state/suite'
import { bringAside, type Change, folderMirror } from '../copy/mirror.ts'
import type { Database } from '../database/database.ts'
import { explained } from '../database/failures.ts'
import { type PersistOptions, persist } from '../database/persist.ts'
import { readSuite, type SuiteRecord } from '../queue/suites.ts'
import { lastHeard, watchWorkers } from '../queue/watch-workers.ts'
import { episodesByFile } from '../traces/episodes-by-file.ts'
import { saveReport } from '../traces/runs.ts'
import { tellChanges } from './_tell-changes.ts'
import type { QueuedJob, SharedEpisodes } from './shared-episodes.ts'
import { CANCELLED, parseStop } from './stop-reason.ts'

/** Least time between two looks. */
const LOOK_MS = 500

/** A look may take a third of the time, so that a database with much to tell is not asked all the time. */
const REST = 2

/**
 * After so long without news the queue is given anew what it does not hold: an episode that a worker let go of at the very
 * moment at which it was to be played again.
 */
const SILENT_MS = 10_000

/** A suite in the queue. */
export interface QueuedSuite {
  readonly name: string
  readonly jobs: readonly QueuedJob[]
  readonly shared: SharedEpisodes
  /** Puts each episode that has not ended into the queue, unless it is there or under way already. */
  readonly enqueue: (options: PersistOptions) => Promise<void>
}

/**
 * Brings what the workers record of each run into its folder, until every episode has ended, and yields each report when
 * it is written. Throws `Stopped`, and `LimitReached` if a worker reached a limit of the suite.
 */
export async function* collectJobs<R>(
  database: Database,
  suite: QueuedSuite,
  {
    stop,
    signal,
    onEvent,
    onLine,
    report,
  }: Pick<SharedOptions<R>, 'stop' | 'signal' | 'onEvent' | 'onLine' | 'report'>,
): AsyncGenerator<DoneJob<R>> {
  const releases: (() => void)[] = []
  let heardAt = performance.now()
  const patient = patience(database, { signal: AbortSignal.any([stop, signal]), onLine })
  try {
    const collected = suite.jobs.map((queued, index) => {
      releases.push(lockRunFolder(queued.job.out))
      return collectJob(database, queued, { shared: suite.shared, report }, patient, (event) => {
        heardAt = performance.now()
        onEvent(index, event)
      })
    })
    const watch = watchWorkers(database.place, {
      clock: () => performance.now(),
      onLine: (line) => onLine(`bench: ${line}`),
    })
    const heed = heedNotices((line) => onLine(`bench: ${line}`))
    const look = async (): Promise<number> => {
      const begun = performance.now()
      if (begun - heardAt >= SILENT_MS) {
        heardAt = begun
        await suite.enqueue(patient)
      }
      for (const each of collected) if (each.left() > 0) await each.look()
      await suite.shared.settle(patient)
      return performance.now() - begun
    }
    let tookMs = await look()
    for (const { left, finish } of collected) {
      while (left() > 0) {
        stop.throwIfAborted()
        heed(await persist(() => readSuite(database, suite.name), patient))
        watch(await persist(() => lastHeard(database), patient))
        await sleep(Math.max(LOOK_MS, REST * tookMs), undefined, { signal: stop })
        tookMs = await look()
      }
      yield await finish()
    }
  } catch (error) {
    throw stop.aborted ? new Stopped() : explained(database.place, error)
  } finally {
    for (const release of releases) release()
  }
}

/** Waits for a database that is away until Ctrl-C, and says so. */
function patience(
  { place }: Database,
  { signal, onLine }: { readonly signal: AbortSignal; readonly onLine: (line: string) => void },
): PersistOptions {
  const onChange = (away: boolean): void =>
    onLine(away ? `bench: ${place} is away; waiting for it` : `bench: ${place} is back`)
  return { signal, onChange }
}

/** Throws `LimitReached` if a suite was stopped, and says each time that a worker set a run aside for a new reason. */
function heedNotices(
  onLine: (line: string) => void,
): (suite: Pick<SuiteRecord, 'stopped' | 'trouble'>) => void {
  let told: string | undefined
  return ({ stopped, trouble }) => {
    if (stopped === CANCELLED) {
      throw invalidRun(`bench ctl ${CANCELLED} the suite; the same command continues from here`)
    }
    if (stopped !== undefined) throw parseStop(stopped)
    if (trouble !== undefined && trouble !== told) onLine(`a worker set episodes aside: ${trouble}`)
    told = trouble
  }
}

interface CollectedJob<R> {
  /** Brings what is new. */
  readonly look: () => Promise<void>
  /** How many episodes have not ended. */
  readonly left: () => number
  readonly finish: () => Promise<DoneJob<R>>
}

function collectJob<R>(
  database: Database,
  { run, job }: QueuedJob,
  { shared, report: writeReport }: { readonly shared: SharedEpisodes } & Pick<SharedOptions<R>, 'report'>,
  options: PersistOptions,
  onEvent: Parameters<typeof tellChanges>[1],
): CollectedJob<R> {
  const { plan, out } = job
  const folder = openRunFolder(out, plan.conditions)
  const mirror = folderMirror(database, run, out)
  const tell = tellChanges(episodesByFile(plan.episodes), onEvent)
  let isFirst = true
  return {
    left: () => plan.episodes.length - mirror.ended(),
    async look() {
      const hearChange = (change: Change): void => {
        tell(change, isFirst)
        shared.note(run, change)
      }
      await mirror.look({ ...options, onNews: hearChange })
      isFirst = false
    },
    async finish() {
      await bringAside(database, run, out)
      const report = await writeReport(folder)
      const text = readFileSync(join(out, 'report.json'), 'utf8')
      await persist(() => saveReport(database, run, text), options)
      return { job, report }
    },
  }
}
