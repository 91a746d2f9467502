import { isDeepStrictEqual } from 'node:util'
import { differences, type Episode, episodeName, type Spending } from '@skill-state/eval'
import {
  type Database,
  type EpisodeJob,
  fileOf,
  fleetSpending,
  type PersistOptions,
  persist,
  type Run,
  readRun,
  readSuite,
  type SuiteRecord,
  together,
} from '@skill-state/postgres'
import type { Plan } from '../plan.ts'
import { UsageError } from '../usage-error.ts'
import { planAgain } from './plan-record.ts'

/** What an episode is played with. */
interface Playable {
  readonly episode: Episode
  readonly run: Run
  readonly budget: Plan['budget']
  readonly spending: Spending
}

/** By the names of the runs. */
type Runs = ReadonlyMap<
  string,
  { readonly run: Run; readonly plan: Plan; readonly files: ReadonlyMap<string, Episode> }
>

interface Planned {
  readonly record: SuiteRecord
  readonly spending: Spending
  readonly runs: Promise<Runs>
}

/** Finds what a job is about; undefined where its suite is not to go on now. */
export type FindPlayable = (job: EpisodeJob) => Promise<Playable | undefined>

/**
 * Plans suites as they were written down, each once. Whether a suite goes on, and under which limits, is read after the
 * job was claimed, once for all that were claimed together. Throws `UsageError` where this machine plans one otherwise,
 * or cannot.
 */
export function suitePlans(database: Database, worker: string, options: PersistOptions): FindPlayable {
  const known = new Map<string, Planned>()
  const read = together(async (names: readonly string[]) => {
    const records = new Map<string, Promise<SuiteRecord>>()
    for (const name of new Set(names)) {
      records.set(
        name,
        persist(() => readSuite(database, name), options),
      )
    }
    await Promise.allSettled(records.values())
    return (name) => records.get(name)
  })
  const planned = (record: SuiteRecord): Planned => {
    const before = known.get(record.name)
    if (before !== undefined && isDeepStrictEqual(before.record, record)) return before
    const spending = fleetSpending(database, record.name, worker, options)
    const made = { record, spending, runs: plan(database, record, spending, options) }
    known.set(record.name, made)
    return made
  }
  return async ({ suite, run: name, file }) => {
    const record = await read(suite)
    if (record === undefined || record.stopped !== undefined) return undefined
    const { spending, runs } = planned(record)
    const found = (await runs).get(name)
    const episode = found?.files.get(file)
    return found && episode && { episode, run: found.run, budget: found.plan.budget, spending }
  }
}

async function plan(
  database: Database,
  record: SuiteRecord,
  spending: Spending,
  options: PersistOptions,
): Promise<Runs> {
  const { jobs, root } = await planAgain(record.plan, spending)
  spending.begin(record.limits, { tokens: 0, cost: 0 })
  const runs = new Map<string, { run: Run; plan: Plan; files: ReadonlyMap<string, Episode> }>()
  for (const [index, { plan: each }] of jobs.entries()) {
    const name = root === undefined ? record.name : `${record.name}/${root.runs[index]}`
    const run = await persist(() => readRun(database, name), options)
    const [difference] = differences(run.conditions, JSON.parse(JSON.stringify(each.conditions)))
    if (difference !== undefined) {
      throw new UsageError(
        `suite ${name} was planned otherwise than this machine does: its ${difference}; give both the same files`,
      )
    }
    const files = new Map(each.episodes.map((episode) => [fileOf(episodeName(episode)), episode]))
    runs.set(name, { run, plan: each, files })
  }
  return runs
}
