import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Episode,
  episodeName,
  lockRunFolder,
  openRunFolder,
  type Report,
  type RunFolder,
  reportJson,
  SpendingLimitReached,
  Stopped,
  writeTrace,
} from '@skill-state/eval'
import {
  type Database,
  fileOf,
  persist,
  postgresStore,
  type Run,
  readSuite,
  type Standing,
  saveReport,
  standings,
} from '@skill-state/postgres'
import type { Job } from '../commands/_jobs.ts'
import { type SharedOptions, writeReport } from '../commands/_run-jobs.ts'
import { parseStop } from './stop-reason.ts'

const LOOK_MS = 500

export interface QueuedJob {
  readonly job: Job
  readonly run: Run
}

/**
 * Brings what the workers record of each run into its folder, until every episode has ended, and yields each report when
 * it is written. Throws `Stopped`, and `SpendingLimitReached` where a worker reached a limit of the suite.
 */
export async function* collectJobs(
  database: Database,
  suite: string,
  jobs: readonly QueuedJob[],
  shared: Pick<SharedOptions, 'stop' | 'signal' | 'hear'>,
): AsyncGenerator<{ readonly job: Job; readonly report: Report }> {
  const releases: (() => void)[] = []
  try {
    const mirrors = jobs.map(({ job, run }, index) => {
      releases.push(lockRunFolder(job.out))
      return createMirror(database, run, job, (event) => shared.hear(index, event))
    })
    const look = async (): Promise<void> => {
      for (const mirror of mirrors) await persist(mirror.look, shared)
    }
    for (const [index, mirror] of mirrors.entries()) {
      for (await look(); mirror.left() > 0; await look()) {
        if (shared.stop.aborted) throw new Stopped()
        await requireGoing(database, suite)
        await sleep(LOOK_MS)
      }
      const job = jobs[index]
      if (job !== undefined) yield { job: job.job, report: await finish(database, job, mirror.folder) }
    }
  } finally {
    for (const release of releases) release()
  }
}

async function requireGoing(database: Database, suite: string): Promise<void> {
  const { stopped } = await persist(() => readSuite(database, suite))
  if (stopped === undefined) return
  const { limit, message } = parseStop(stopped)
  throw new SpendingLimitReached(limit, message)
}

async function finish(database: Database, { run, job }: QueuedJob, folder: RunFolder): Promise<Report> {
  for await (const trace of postgresStore(database, run).aside()) writeTrace(join(job.out, trace.file), trace)
  const report = await writeReport(folder)
  await persist(() => saveReport(database, run, reportJson(report)))
  return report
}

interface Mirror {
  readonly folder: RunFolder
  /** Copies what has ended since the last look. */
  readonly look: () => Promise<void>
  /** How many episodes have not ended. */
  readonly left: () => number
}

function createMirror(
  database: Database,
  run: Run,
  { plan, out }: Job,
  hear: (event: Parameters<SharedOptions['hear']>[1]) => void,
): Mirror {
  const folder = openRunFolder(out, plan.conditions)
  const store = postgresStore(database, run)
  const episodes = new Map(plan.episodes.map((episode) => [fileOf(episodeName(episode)), episode]))
  const [begun, ended] = [new Set<string>(), new Set<string>()]
  let first = true
  const end = async (file: string, episode: Episode): Promise<void> => {
    const trace = await store.read(episodeName(episode))
    if (trace?.end === undefined) return // it is being tried again
    writeTrace(join(out, file), trace)
    ended.add(file)
    const { end: how } = trace
    if (!begun.has(file)) {
      hear({ kind: 'episode-ended', episode, end: how, how: 'recorded' })
      return
    }
    for (const call of trace.calls) hear({ kind: 'call-ended', episode, call })
    hear({ kind: 'episode-ended', episode, end: how, how: 'played' })
  }
  const see = async ({ file, begun: isBegun, status }: Standing): Promise<void> => {
    const episode = episodes.get(file)
    if (episode === undefined || ended.has(file)) return
    if (isBegun && !begun.has(file) && !(first && status !== undefined)) {
      begun.add(file)
      hear({ kind: 'episode-started', episode })
    }
    if (status !== undefined) await end(file, episode)
  }
  return {
    folder,
    left: () => episodes.size - ended.size,
    async look() {
      for (const standing of await standings(database, run)) await see(standing)
      first = false
    },
  }
}
