import type { JobWithMetadata } from 'pg-boss'
import type { Database } from '../database/database.ts'
import { persist } from '../database/persist.ts'
import { together } from '../database/together.ts'
import { KEEP_SECONDS, openBoss, SILENCE_SECONDS } from './open-boss.ts'

/** Which episode a job is about. */
export interface EpisodeJob {
  readonly suite: string
  /** Its id: one that was removed and planned anew has another. */
  readonly run: number
  /** The name of its trace in the run's folder. */
  readonly file: string
}

/** A job as one worker holds it. */
export interface Claim {
  readonly job: EpisodeJob
  /** The moment of the claim, in microseconds of the server's clock: later claims hold, earlier ones do not. */
  readonly since: string
  /** Says that the episode needs no further work. Nothing happens if the claim is lost. */
  done(): Promise<void>
  /** Returns the job to the queue. Does nothing if the claim is lost. */
  giveBack(): Promise<void>
  /** Lets go of a claim that is lost. */
  forget(): void
}

/** One job an episode; a job whose worker falls silent goes to another. */
export interface Queue extends AsyncDisposable {
  add(jobs: readonly (EpisodeJob & { readonly key: string })[]): Promise<void>
  /**
   * The next job, or undefined if there is none now. Those who ask at the same time are served by one statement, which
   * passes over the runs that the first of them leaves out.
   */
  claim(options?: ClaimOptions): Promise<Claim | undefined>
}

interface ClaimOptions {
  /** Ids of runs whose jobs are left to other workers. */
  readonly without?: readonly number[]
}

const BEAT_MS = 2_500

export interface QueueOptions {
  /** Only jobs of the same version are given out. */
  readonly version: string
  /** Hears of what goes wrong in the background, in one line. */
  readonly onError: (error: unknown) => void
}

/** Opens the queue, and creates its tables if they are missing. Throws `invalid-option` in one line. */
export async function openQueue(database: Database, { version, onError }: QueueOptions): Promise<Queue> {
  const name = `episodes-${version}`
  const boss = await openBoss(database, onError, (opened) =>
    opened.createQueue(name, {
      policy: 'exclusive', // one job an episode, waiting or held
      retryLimit: 1_000_000,
      heartbeatSeconds: SILENCE_SECONDS,
      expireInSeconds: 24 * 60 * 60,
      deleteAfterSeconds: 60 * 60,
      retentionSeconds: KEEP_SECONDS,
    }),
  )
  const held = new Map<string, JobWithMetadata<EpisodeJob>>()
  const beat = setInterval(() => {
    if (held.size > 0) boss.touch(name, [...held.values()]).catch(onError)
  }, BEAT_MS)
  const settle = (how: 'complete' | 'fail'): ((job: JobWithMetadata<EpisodeJob>) => Promise<void>) =>
    together(async (jobs) => {
      await persist(() => boss[how](name, [...jobs]))
      return ({ id }) => void held.delete(id)
    })
  const [complete, fail] = [settle('complete'), settle('fail')]
  const take = (job: JobWithMetadata<EpisodeJob>): Claim => {
    held.set(job.id, job)
    return {
      job: job.data,
      since: `${job.startedOn.getTime()}000`,
      done: () => complete(job),
      giveBack: () => fail(job),
      forget: () => held.delete(job.id),
    }
  }
  const claim = together(async (asked: readonly ClaimOptions[]) => {
    const ignoreGroups = asked[0]?.without?.map(String) ?? []
    const options = { includeMetadata: true, batchSize: asked.length, ignoreGroups } as const
    const claims = (await boss.fetch<EpisodeJob>(name, options)).map(take)
    return (_, index): Claim | undefined => claims[index]
  })
  return {
    async add(jobs) {
      const inserts = jobs.map(({ key, ...data }) => ({
        ...{ data, singletonKey: key, group: { id: String(data.run) } },
      }))
      if (inserts.length > 0) await boss.insert(name, inserts)
    },
    claim: (options = {}) => claim(options),
    async [Symbol.asyncDispose]() {
      clearInterval(beat)
      await boss.stop({ graceful: false }).catch(onError)
    },
  }
}
