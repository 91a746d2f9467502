import type { OpenPool } from './open-pool.ts'
import type { Connection } from './pool.ts'

/** An arbitrary number that no other advisory locks of two numbers have as their first. */
const LOCKS = 7_353_112

/** A session that was taken. */
interface Held {
  /** Number of its last record; 0 if it has none. */
  readonly last: number
  readonly release: () => Promise<void>
}

const TAKE = {
  name: 'skill-state-take-session',
  text: `
    select pg_try_advisory_lock($1, $2) as yes,
      (select coalesce(max(seq), 0) from skill_state.session_records where session = $2) as last`,
}

const LEAVE = { name: 'skill-state-leave-session', text: 'select pg_advisory_unlock($1, $2)' }

/**
 * Locks of sessions by number that last until they are released, any number of them on one connection of its own. When the connection
 * breaks, the server releases them all, and their owners are told.
 */
export class Holds {
  readonly #open: OpenPool
  /** What to do if a lock is lost. */
  readonly #held = new Map<number, () => void>()
  #connection: Connection | undefined
  /** The statement under way; the next one waits for it. */
  #last: Promise<unknown> = Promise.resolve()

  /** `open` is of one connection, and for nothing else. */
  constructor(open: OpenPool) {
    this.#open = open
  }

  /** Takes a session; undefined if somebody else has it. */
  async take(key: number, onLost: () => void): Promise<Held | undefined> {
    if (this.#held.has(key)) return undefined
    this.#held.set(key, onLost)
    const taken = await this.#ask<{ yes: boolean; last: number }>(TAKE, key).catch((error: unknown) => {
      this.#held.delete(key)
      throw error
    })
    if (taken?.yes) return { last: taken.last, release: () => this.#release(key, onLost) }
    this.#held.delete(key)
    await this.#rest()
    return undefined
  }

  async close(): Promise<void> {
    this.#held.clear()
    await this.#rest()
    await this.#open.close()
  }

  async #release(key: number, onLost: () => void): Promise<void> {
    if (this.#held.get(key) !== onLost) return // it was lost
    await this.#ask(LEAVE, key).catch(() => {}) // the connection broke, and the lock with it
    if (this.#held.get(key) === onLost) this.#held.delete(key)
    await this.#rest()
  }

  async #ask<Row>(statement: typeof TAKE, key: number): Promise<Row | undefined> {
    return await this.#next(async () => {
      if (this.#connection === undefined) {
        this.#connection = await this.#open.pool.connect()
        this.#connection.on('end', this.#onEnd)
      }
      const { rows } = await this.#connection.query<Row>({ ...statement, values: [LOCKS, key] })
      return rows[0]
    })
  }

  /** Gives the connection back if it has nothing to hold, so that it does not keep the process alive. */
  async #rest(): Promise<void> {
    await this.#next(async () => {
      if (this.#held.size > 0 || this.#connection === undefined) return
      this.#connection.off('end', this.#onEnd)
      this.#connection.release()
      this.#connection = undefined
    })
  }

  readonly #onEnd = (): void => {
    const lost = [...this.#held.values()]
    this.#held.clear()
    this.#connection?.release(true)
    this.#connection = undefined
    for (const onLost of lost) onLost()
  }

  /** The driver takes one statement at a time. */
  #next<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => {})
    return done
  }
}
