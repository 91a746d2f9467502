import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { NotRecorded } from '@skill-state/eval'
import { useLimiters } from '@skill-state/models'
import {
  connect,
  createAppender,
  type Database,
  explained,
  fleetLimiter,
  foreignSuites,
  keepAlive,
  openQueue,
  parseAddress,
  persist,
  type Queue,
  shown,
} from '@skill-state/postgres'
import { SkillStateError } from '@skill-state/protocol'
import { positiveInteger } from '@skill-state/suite'
import { say as write } from '../print.ts'
import { createHealth, type Health } from '../queue/health.ts'
import { listenToStops } from '../queue/listen-to-stops.ts'
import { type PlayOptions, playClaim } from '../queue/play-claim.ts'
import { createSetAside } from '../queue/set-aside.ts'
import { startPatiently } from '../queue/start-patiently.ts'
import { suitePlans } from '../queue/suite-plans.ts'
import { registry } from '../registry.ts'
import { version } from '../version.ts'

/** How long a worker that found no job waits before it asks again. */
const IDLE_MS = 1_000

export interface WorkerOptions {
  readonly queue: string
  readonly concurrency: string
}

/**
 * `bench worker`: plays episodes that `bench run --queue` has put into a database, until SIGTERM or SIGINT. Then the steps
 * under way end, and the rest of their episodes goes to other workers. Gives the exit code.
 */
export async function workerCommand({ queue: address, ...options }: WorkerOptions): Promise<number> {
  const concurrency = positiveInteger('--concurrency', options.concurrency)
  const place = shown(parseAddress(address).database)
  const say = (line: string): void => write(`bench worker: ${line}\n`)
  const start = startPatiently({ place, say })
  await using database = await start(() => connect(address, { connections: 4 + Math.ceil(concurrency / 4) }))
  await using queue = await start(() => openQueue(database, { version, onError: () => {} }))
  const worker = `${hostname()} ${process.pid} ${randomUUID()}`
  const release = await start(() => keepAlive(database, worker))
  const { stop, abort, ...interrupts } = listenToStops(say)
  const health = createHealth(say)
  try {
    useLimiters((key) => fleetLimiter(database, { key, worker }))
    await start(() => sayForeign(database, say))
    say(`version ${version}, ${concurrency} episodes at once, ${place}`)
    const shared = { signal: abort, onChange: health.away }
    const append = createAppender(database, shared)
    const find = suitePlans(registry, database, worker, shared)
    const broken = new AbortController()
    const ending = AbortSignal.any([stop, broken.signal])
    const aside = createSetAside(() => performance.now())
    const play: PlayOptions = {
      find,
      tokenizer: registry.tokenizer,
      append,
      aside,
      say,
      stop: ending,
      ...shared,
    }
    const slots = Array.from({ length: concurrency }, () =>
      work(database, queue, play, health).catch((error: unknown) => {
        broken.abort() // the others end their steps and give their episodes back
        throw error
      }),
    )
    const failed = (await Promise.allSettled(slots)).find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw asRefusal(place, failed.reason)
  } finally {
    interrupts.release()
    health.close()
    await release()
  }
  return 0
}

/** One episode after the other. A failure that is this machine's ends the whole worker. */
async function work(database: Database, queue: Queue, options: PlayOptions, health: Health): Promise<void> {
  const { stop, aside } = options
  while (!stop.aborted) {
    const claim = await persist(() => queue.claim({ without: aside.runs() }), options)
    if (claim === undefined) {
      await sleep(IDLE_MS, undefined, { signal: stop }).catch(() => {})
      continue
    }
    health.began()
    health.ended(await playClaim(database, claim, options))
  }
}

/** What the database does not take is said in one line. */
function asRefusal(place: string, error: unknown): unknown {
  if (!(error instanceof NotRecorded)) return explained(place, error)
  return new SkillStateError('database-unavailable', error.message, { cause: error })
}

/** What another version has planned is left to workers of that version. */
async function sayForeign(database: Database, say: (line: string) => void): Promise<void> {
  for (const suite of await foreignSuites(database, version)) {
    say(
      `refuses suite ${suite.name}: version ${suite.version} planned it, and this is ${version}; start a worker of that version`,
    )
  }
}
