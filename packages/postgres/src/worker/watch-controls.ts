import { setInterval } from 'node:timers/promises'
import { Stopped } from '@skill-state/eval'
import type { Database } from '../database/database.ts'

/** How often a worker looks what `bench ctl` asks for. */
const LOOK_MS = 1_000

/** What a worker is asked for from outside. */
export interface Controls {
  /** Aborted if the suite is paused or cancelled; another signal once it continues. */
  signalOf(suite: string): AbortSignal
  /** Aborted if this worker is asked to end. */
  readonly drain: AbortSignal
  close(): void
}

/** Looks once a second, while the database is there. */
export function watchControls({ pool }: Database, worker: string): Controls {
  const held = new Map<string, AbortController>()
  const drain = new AbortController()
  const controllerOf = (suite: string): AbortController => {
    const known = held.get(suite) ?? new AbortController()
    held.set(suite, known)
    return known
  }
  const look = async (): Promise<void> => {
    const { rows } = await pool.query<{ suite: string | null; draining: boolean }>(
      `select s.name as suite, false as draining from skill_state.suites s where s.paused or s.stopped is not null
       union all select null, w.draining from skill_state.workers w where w.id = $1`,
      [worker],
    )
    const names = new Set(rows.map(({ suite }) => suite))
    for (const name of names) if (name !== null) controllerOf(name).abort(new Stopped())
    for (const [name, { signal }] of held) if (signal.aborted && !names.has(name)) held.delete(name)
    if (rows.some(({ draining }) => draining)) drain.abort()
  }
  const closed = new AbortController()
  const watch = async (): Promise<void> => {
    for await (const _ of setInterval(LOOK_MS, undefined, { ref: false, signal: closed.signal }))
      await look().catch(() => {}) // the database is away: whatever is recorded waits for it too
  }
  watch().catch(() => {})
  return {
    signalOf: (suite) => controllerOf(suite).signal,
    drain: drain.signal,
    close: () => closed.abort(),
  }
}
