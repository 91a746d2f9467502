import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { NotRecorded } from '@skill-state/eval'
import { SkillStateError } from '@skill-state/protocol'
import type { Registry } from '@skill-state/suite'
import { parseAddress, withoutPassword } from '../database/address.ts'
import { rowAppender } from '../database/appender.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { explained } from '../database/failures.ts'
import { persist } from '../database/persist.ts'
import { startPatiently } from '../fleet/start-patiently.ts'
import { type FleetLimiter, fleetLimiter } from '../limits/fleet-limiter.ts'
import { keepAlive } from '../queue/keep-alive.ts'
import { openQueue, type Queue } from '../queue/queue.ts'
import { foreignSuites } from '../queue/suites.ts'
import { type Health, workerHealth } from './_health.ts'
import { type PlayOptions, playClaim } from './play-claim.ts'
import { runsSetAside } from './set-aside.ts'
import { suitePlans } from './suite-plans.ts'
import { watchControls } from './watch-controls.ts'

/** How long a worker that found no job waits before it asks again. */
const IDLE_MS = 1_000

interface WorkOptions {
  /** Episodes under way at once. */
  readonly concurrency: number
  /** Ends the steps under way; the rest of their episodes goes to other workers. */
  readonly stop: AbortSignal
  /** Ends them at once. */
  readonly abort: AbortSignal
  /** Hears in one line what happens. */
  readonly onLine: (line: string) => void
  /** Is given the limiters that the workers of a database share, by the keys of providers. */
  readonly useLimiters: (limiterOf: (key: string) => FleetLimiter) => void
}

/** Plays episodes that `openFleet` has put into a database, until `stop`. */
export async function runWorker(
  registry: Registry,
  address: string,
  { concurrency, stop, abort, onLine, useLimiters }: WorkOptions,
): Promise<void> {
  const { version, tokenizer } = registry
  const place = withoutPassword(parseAddress(address).database)
  const start = startPatiently({ place, onLine })
  await using database = await start(() =>
    openDatabase(address, { connections: 4 + Math.ceil(concurrency / 4) }),
  )
  await using queue = await start(() => openQueue(database, { version, onError: () => {} }))
  const worker = `${hostname()} ${process.pid} ${randomUUID()}`
  const release = await start(() => keepAlive(database, worker))
  const health = workerHealth(onLine)
  const controls = watchControls(database, worker)
  controls.drain.addEventListener('abort', () => onLine('ends its steps and leaves, as bench ctl asked'))
  try {
    useLimiters((key) => fleetLimiter(database, { key, worker }))
    await start(() => sayForeign(database, version, onLine))
    onLine(`version ${version}, ${concurrency} episodes at once, ${place}`)
    const shared = { signal: abort, onChange: health.away }
    const append = rowAppender(database, shared)
    const find = suitePlans(registry, database, worker, shared)
    const broken = new AbortController()
    const ending = AbortSignal.any([stop, broken.signal, controls.drain])
    const aside = runsSetAside(() => performance.now())
    const play: PlayOptions = {
      find,
      tokenizer,
      append,
      aside,
      onLine,
      held: (suite) => controls.signalOf(suite),
      stop: ending,
      ...shared,
    }
    const slots = Array.from({ length: concurrency }, () =>
      playOn(database, queue, play, health).catch((error: unknown) => {
        broken.abort() // the others end their steps and give their episodes back
        throw error
      }),
    )
    const failed = (await Promise.allSettled(slots)).find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw asRejection(place, failed.reason)
  } finally {
    health.close()
    controls.close()
    await release()
  }
}

/** One episode after the other. A failure that is this machine's ends the whole worker. */
async function playOn(database: Database, queue: Queue, options: PlayOptions, health: Health): Promise<void> {
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
function asRejection(place: string, error: unknown): unknown {
  if (!(error instanceof NotRecorded)) return explained(place, error)
  return new SkillStateError('database-unavailable', error.message, { cause: error })
}

/** What another version has planned is left to workers of that version. */
async function sayForeign(
  database: Database,
  version: string,
  onLine: (line: string) => void,
): Promise<void> {
  for (const suite of await foreignSuites(database, version)) {
    onLine(
      `rejects suite ${suite.name}: version ${suite.version} planned it, and this is ${version}; start a worker of that version`,
    )
  }
}
