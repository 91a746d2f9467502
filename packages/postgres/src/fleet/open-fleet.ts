import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import {
  checkRunFolder,
  type EpisodeName,
  episodeName,
  isBeingWritten,
  lockRunFolder,
  readTrace,
  tracePath,
} from '@skill-state/eval'
import {
  type DoneJob,
  type Job,
  type Jobs,
  type SharedOptions,
  spendingFile,
  spentBefore,
  spentOn,
  spentOnFile,
} from '@skill-state/suite'
import type { Request } from '@skill-state/suite/request'
import { parseAddress, withoutPassword } from '../database/address.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { explained } from '../database/failures.ts'
import { type PersistOptions, persist } from '../database/persist.ts'
import { countSpent } from '../limits/fleet-spending.ts'
import { openQueue } from '../queue/queue.ts'
import { endedFiles, inParts, openSuite, type PlannedRun, reopenFailed, standings } from '../queue/suites.ts'
import { EpisodeTaken } from '../traces/episode-taken.ts'
import { fileOf, postgresTraces } from '../traces/postgres-traces.ts'
import { collectJobs } from './_collect.ts'
import { recordPlan } from './plan-record.ts'
import { type Place, type QueuedJob, type SharedEpisodes, sharedEpisodes } from './shared-episodes.ts'
import { startPatiently } from './start-patiently.ts'

/** A suite that workers run. */
export interface Fleet extends AsyncDisposable {
  /** Brings the traces of each run into its folder as they end. */
  readonly collect: <R>(jobs: readonly Job[], options: SharedOptions<R>) => AsyncGenerator<DoneJob<R>>
}

interface FleetOptions {
  /** An experiment or a suite file, and what is asked of it. */
  readonly name: string
  readonly request: Request
  readonly retryErrors: boolean
  /** Of the program: workers of another one leave the suite alone. */
  readonly version: string
  /** Hears in one line that the database is waited for. */
  readonly onLine: (line: string) => void
}

/**
 * Writes the suite down and puts what is missing of it into the queue, once the database is there: a worker waits for it
 * as long. Throws before that, or not at all.
 */
export async function openFleet(
  address: string,
  jobs: Jobs,
  { name, request, retryErrors, version, onLine }: FleetOptions,
): Promise<Fleet> {
  const plan = recordPlan(name, request, jobs.root?.title)
  for (const job of jobs.jobs) requireFree(job)
  const suite = parseAddress(address).run || suiteName(name, jobs)
  const place = withoutPassword(parseAddress(address).database)
  const start = startPatiently({ place, onLine })
  const opened: AsyncDisposable[] = []
  const close = async (): Promise<void> => {
    for (const each of opened.toReversed()) await each[Symbol.asyncDispose]()
  }
  try {
    const database = await start(() => openDatabase(address))
    opened.push(database)
    const queue = await start(() => openQueue(database, { version, onError: () => {} }))
    opened.push(queue)
    const limits = jobs.jobs[0]?.plan.limits ?? {}
    const planned = jobs.jobs.map((job) => plannedRun(suite, job, jobs))
    const runs = await openSuite(database, { name: suite, version, plan, limits }, planned)
    await countSpent(database, suite, await spentBefore(jobs.jobs))
    await countSpent(database, suite, spentOnFile(spendingFile(jobs)))
    const queued = jobs.jobs.flatMap((job, index) => {
      const run = runs[index]
      return run === undefined ? [] : [{ job, run }]
    })
    const play = async (places: Iterable<Place>, options: PersistOptions = {}): Promise<void> => {
      const left = inParts(places)
      const add = async (): Promise<void> => {
        for (const part of left) {
          const all = part.map(({ run, file }) => ({ key: `${run.id} ${file}`, suite, run: run.id, file }))
          await persist(() => queue.add(all), options)
        }
      }
      await Promise.all([add(), add()]) // a server with two cores has both of them to do
    }
    const shared = sharedEpisodes(queued, {
      play,
      copy: ({ run }, trace, options) => postgresTraces(database, run, options).write(trace),
    })
    for (const each of queued) await bringKnown(database, each)
    const stores = queued.map(({ job, run }) => ({ plan: job.plan, store: postgresTraces(database, run) }))
    await countSpent(database, suite, await spentOn(stores)) // also what no folder has of episodes under way
    if (retryErrors) for (const { run } of queued) await reopenFailed(database, run)
    const enqueue = async (options: PersistOptions = {}): Promise<void> => {
      for (const each of queued) {
        const ended = await persist(() => endedFiles(database, each.run), options)
        await play(unshared(each, shared, ended), options)
      }
      shared.unsettle()
    }
    await enqueue()
    return {
      collect: (_, options) => collectJobs(database, { name: suite, jobs: queued, shared, enqueue }, options),
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await close()
    throw explained(place, error)
  }
}

/** Throws `invalid-run` if a folder is another run's, or another process collects into it. */
function requireFree({ out, plan }: Job): void {
  checkRunFolder(out, plan.conditions)
  if (isBeingWritten(out)) lockRunFolder(out)()
}

function suiteName(name: string, { jobs: [first], root }: Jobs): string {
  if (root === undefined) return first?.plan.experiment.id ?? ''
  const named = first?.plan.conditions.options?.suite
  return typeof named === 'string' ? named : name
}

function plannedRun(suite: string, { plan, out }: Job, { root }: Jobs): PlannedRun {
  return {
    name: root === undefined ? suite : `${suite}/${basename(out)}`,
    conditions: plan.conditions,
    episodes: namesOf(plan),
  }
}

function* namesOf({ episodes }: Job['plan']): Generator<EpisodeName> {
  for (const episode of episodes) yield episodeName(episode)
}

/** Older than any claim of a worker: takes only episodes that have not begun, also if one begins just now. */
const BEFORE_ALL = '1'

/**
 * Copies what only the folder has into the database, so that it is not played again: whole traces of episodes that
 * have not ended there, and others of those that have not begun.
 */
async function bringKnown(database: Database, { run, job: { out, plan } }: QueuedJob): Promise<void> {
  if (!existsSync(out)) return
  const store = postgresTraces(database, run)
  const untaken = postgresTraces(database, run, { claim: BEFORE_ALL })
  const standing = new Map((await standings(database, run)).map((each) => [each.file, each]))
  for (const episode of plan.episodes) {
    const name = episodeName(episode)
    const { begun, status } = standing.get(fileOf(name)) ?? { begun: false }
    const file = tracePath({ path: out, conditions: {} }, name)
    if (status !== undefined || !existsSync(file)) continue
    const trace = readTrace(file)
    if (trace === undefined || trace.episode.id !== episode.id) continue
    const isWhole = trace.end?.outcome !== undefined
    if (isWhole) await store.write(trace)
    else if (!begun) await untaken.write(trace).catch(unlessTaken)
  }
}

function unlessTaken(error: unknown): void {
  if (!(error instanceof EpisodeTaken)) throw error
}

/** The episodes that have not ended and are in no other run. */
function* unshared(
  { run, job }: QueuedJob,
  shared: SharedEpisodes,
  ended: ReadonlySet<string>,
): Generator<Place> {
  for (const episode of job.plan.episodes) {
    const file = fileOf(episodeName(episode))
    if (!shared.has(episode) && !ended.has(file)) yield { job, run, file }
  }
}
