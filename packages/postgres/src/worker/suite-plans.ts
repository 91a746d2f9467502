import { isDeepStrictEqual } from 'node:util'
import { differences, type Episode } from '@skill-state/eval'
import { invalidOption } from '@skill-state/protocol'
import type { Limits, Spending } from '@skill-state/protocol/meter'
import type { Job, Registry } from '@skill-state/suite'
import type { Database } from '../database/database.ts'
import { type PersistOptions, persist } from '../database/persist.ts'
import { together } from '../database/together.ts'
import { planAgain } from '../fleet/plan-record.ts'
import { fleetSpending } from '../limits/fleet-spending.ts'
import type { EpisodeJob } from '../queue/queue.ts'
import { readSuite, type SuiteRecord } from '../queue/suites.ts'
import { episodesByFile, type FindEpisode } from '../traces/episodes-by-file.ts'
import { findRun, type Run } from '../traces/runs.ts'

/** What an episode is played with. */
interface Playable {
  readonly episode: Episode
  readonly run: Run
  /** Of the episode. */
  readonly limits: Limits
  readonly spending: Spending
  /** Whether the suite is not to continue for now. */
  readonly paused: boolean
}

/** By the ids of the runs. */
type Runs = ReadonlyMap<number, { readonly run: Run; readonly plan: Job['plan']; readonly find: FindEpisode }>

interface Planned {
  readonly record: SuiteRecord
  readonly spending: Spending
  readonly runs: Promise<Runs>
}

/** Finds what a job is about; undefined if its suite is not to continue now, or has the run no more. */
export type FindPlayable = (job: EpisodeJob) => Promise<Playable | undefined>

/**
 * Plans suites as they were written down, each once, and again if a run was removed and planned anew. Whether a suite continues, and under which limits, is read after the
 * job was claimed, once for all that were claimed together. Throws `invalid-option` if this machine plans one otherwise,
 * or cannot.
 */
export function suitePlans(
  registry: Registry,
  database: Database,
  worker: string,
  options: PersistOptions,
): FindPlayable {
  const known = new Map<string, Planned>()
  /** Runs that no plan has: they were removed, or are not of their suite any more. */
  const missing = new Set<number>()
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
    if (before !== undefined && isDeepStrictEqual(before.record.plan, record.plan)) return before
    const spending = fleetSpending(database, record.name, worker, options)
    const made = { record, spending, runs: plan(registry, database, record, spending, options) }
    known.set(record.name, made)
    return made
  }
  return async ({ suite, run: id, file }) => {
    const record = await read(suite)
    if (record === undefined || record.stopped !== undefined) return undefined
    const before = planned(record)
    const isUnknown = !(await before.runs).has(id) && !missing.has(id)
    if (isUnknown && known.get(suite) === before) known.delete(suite)
    const { spending, runs } = isUnknown ? planned(record) : before
    const found = (await runs).get(id)
    if (found === undefined) missing.add(id)
    const episode = found?.find(file)
    return (
      found &&
      episode && {
        episode,
        run: found.run,
        limits: found.plan.episodeLimits,
        spending,
        paused: record.paused,
      }
    )
  }
}

async function plan(
  registry: Registry,
  database: Database,
  record: SuiteRecord,
  spending: ReturnType<typeof fleetSpending>,
  options: PersistOptions,
): Promise<Runs> {
  const { jobs, root } = await planAgain(registry, record.plan, spending)
  spending.begin(record.limits)
  const runs = new Map<number, { run: Run; plan: Job['plan']; find: FindEpisode }>()
  for (const [index, { plan: each }] of jobs.entries()) {
    const name = root === undefined ? record.name : `${record.name}/${root.runs[index]}`
    const run = await persist(() => findRun(database, name), options)
    if (run === undefined) continue // it was removed
    const [difference] = differences(run.conditions, JSON.parse(JSON.stringify(each.conditions)))
    if (difference !== undefined) {
      throw invalidOption(
        `suite ${name} was planned otherwise than this machine does: its ${difference}; give both the same files`,
      )
    }
    runs.set(run.id, { run, plan: each, find: episodesByFile(each.episodes) })
  }
  return runs
}
