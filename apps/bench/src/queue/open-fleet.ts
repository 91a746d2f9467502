import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { episodeName, readTrace, tracePath } from '@skill-state/eval'
import {
  connect,
  countSpent,
  type Database,
  fileOf,
  openQueue,
  openSuite,
  type PlannedRun,
  parseAddress,
  postgresStore,
  type Queue,
  type Run,
  reopenFailed,
  standings,
} from '@skill-state/postgres'
import { type Job, type JobOptions, type Jobs, spentBefore } from '../commands/_jobs.ts'
import type { RunJobs } from '../commands/_run-jobs.ts'
import { version } from '../version.ts'
import { collectJobs } from './collect.ts'
import { recordPlan, toJson } from './plan-record.ts'

/** A suite that workers run. */
export interface Fleet extends AsyncDisposable {
  /** Brings the traces of each run into its folder as they end. */
  readonly collect: RunJobs
}

export interface FleetOptions {
  /** What was typed: an experiment or a suite file, and the options. */
  readonly name: string
  readonly options: JobOptions
  readonly retryErrors: boolean
}

/** Writes the suite down and puts what is missing of it into the queue. Throws before that, or not at all. */
export async function openFleet(
  address: string,
  jobs: Jobs,
  { name, options, retryErrors }: FleetOptions,
): Promise<Fleet> {
  const plan = toJson(recordPlan(name, options))
  const suite = parseAddress(address).run || suiteName(jobs)
  const database = await connect(address)
  const closeDatabase = (): PromiseLike<void> => database[Symbol.asyncDispose]()
  const queue = await openQueue(database, { version, onError: () => {} }).catch(async (error: unknown) => {
    await closeDatabase()
    throw error
  })
  const close = async (): Promise<void> => {
    await queue[Symbol.asyncDispose]()
    await closeDatabase()
  }
  try {
    const limits = jobs.jobs[0]?.plan.limits ?? {}
    const planned = jobs.jobs.map((job) => plannedRun(suite, job, jobs))
    const runs = await openSuite(database, { name: suite, version, plan, limits }, planned)
    await countSpent(database, suite, spentBefore(jobs.jobs))
    const pairs = jobs.jobs.flatMap((job, index) => {
      const run = runs[index]
      return run === undefined ? [] : [{ job, run }]
    })
    for (const { job, run } of pairs) {
      if (retryErrors) await reopenFailed(database, run)
      await bringKnown(database, run, job)
      await fill(database, queue, { suite, run, retryErrors })
    }
    return {
      collect: (_, shared) => collectJobs(database, suite, pairs, shared),
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function suiteName({ jobs: [first], root }: Jobs): string {
  if (root === undefined) return first?.plan.experiment.id ?? ''
  const named = first?.plan.conditions.options?.suite
  return typeof named === 'string' ? named : basename(root.path)
}

function plannedRun(suite: string, { plan, out }: Job, { root }: Jobs): PlannedRun {
  return {
    name: root === undefined ? suite : `${suite}/${basename(out)}`,
    conditions: plan.conditions,
    episodes: plan.episodes.map(episodeName),
  }
}

/** Hands the database what the folder holds whole already, so that nobody plays it again. */
async function bringKnown(database: Database, run: Run, { out, plan }: Job): Promise<void> {
  const store = postgresStore(database, run)
  const untouched = new Set(
    (await standings(database, run)).filter(({ begun }) => !begun).map(({ file }) => file),
  )
  for (const episode of plan.episodes) {
    const name = episodeName(episode)
    const file = tracePath({ path: out, conditions: {} }, name)
    if (!untouched.has(fileOf(name)) || !existsSync(file)) continue
    const trace = readTrace(file)
    const isWhole = trace?.end !== undefined && trace.end.status !== 'failed'
    if (isWhole && trace.episode.id === episode.id) await store.write(trace)
  }
}

async function fill(
  database: Database,
  queue: Queue,
  { suite, run, retryErrors }: { readonly suite: string; readonly run: Run; readonly retryErrors: boolean },
): Promise<void> {
  const left = (await standings(database, run)).filter(({ status }) => status === undefined)
  await queue.add(left.map(({ id, file }) => ({ key: String(id), suite, run: run.name, file, retryErrors })))
}
