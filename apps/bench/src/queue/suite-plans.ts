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

interface Planned {
  readonly record: SuiteRecord
  readonly spending: Spending
  /** By the names of the runs. */
  readonly runs: ReadonlyMap<
    string,
    { readonly run: Run; readonly plan: Plan; readonly files: ReadonlyMap<string, Episode> }
  >
}

/** Finds what a job is about; undefined where its suite is not to go on now. */
export type FindPlayable = (job: EpisodeJob) => Promise<Playable | undefined>

/**
 * Plans suites as they were written down, each once. Throws `UsageError` where this machine plans one otherwise, or
 * cannot.
 */
export function suitePlans(database: Database, worker: string, options: PersistOptions): FindPlayable {
  const known = new Map<string, Promise<Planned>>()
  const planned = async (name: string): Promise<Planned | undefined> => {
    const record = await persist(() => readSuite(database, name), options)
    if (record.stopped !== undefined) return undefined
    const before = await known.get(name)
    if (before !== undefined && isDeepStrictEqual(before.record, record)) return before
    const made = plan(database, record, fleetSpending(database, name, worker, options), options)
    known.set(name, made)
    return await made
  }
  return async ({ suite, run: name, file }) => {
    const found = (await planned(suite))?.runs.get(name)
    const episode = found?.files.get(file)
    if (found === undefined || episode === undefined) return undefined
    const spending = (await known.get(suite))?.spending
    return spending && { episode, run: found.run, budget: found.plan.budget, spending }
  }
}

async function plan(
  database: Database,
  record: SuiteRecord,
  spending: Spending,
  options: PersistOptions,
): Promise<Planned> {
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
  return { record, spending, runs }
}
