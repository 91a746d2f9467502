import { invalidOption, type JsonValue } from '@skill-state/protocol'
import type { Agent } from '../src/agent.ts'
import { type HostTurn, hostedRecords, parseCommand, playHosted } from '../src/host/index.ts'
import type { Turn } from '../src/turn.ts'

/** What happens at one call of a host, counted from 0 over all sessions. */
export interface Incident {
  readonly at: number
  /**
   * `crash`: the process dies before the call. `lost`: it dies when the call has run and is not on record. `failure`: the host fails
   * the call. `cancel`: somebody cancels the turn.
   */
  readonly what: 'crash' | 'lost' | 'failure' | 'cancel'
}

class HostFailed extends Error {}

interface Entry {
  readonly call: string
  readonly came: string | typeof CANCELLED | undefined
}

/** A durable host in memory: it keeps what came of each call of a turn, and runs a turn that was cut off again. */
export class MemoryHost {
  readonly limits = { host: 'the host in memory', maxValueBytes: 1_000_000 }
  /** Calls so far. */
  calls = 0
  /** Bytes on record of all turns. */
  bytes = 0
  readonly #agent: () => Agent<unknown>
  readonly #incident: Incident | undefined
  readonly #values = new Map<string, string>()
  readonly #last = new Map<string, Promise<unknown>>()
  readonly #cancels = new Map<string, () => void>()
  #died = neverYet()

  constructor(agent: () => Agent<unknown>, incident?: Incident) {
    this.#agent = agent
    this.#incident = incident
  }

  /** Plays a command after those before it in its session. */
  tell(session: string, command: unknown, context?: JsonValue): Promise<Turn> {
    const played = (this.#last.get(session) ?? Promise.resolve()).then(() =>
      this.#play(session, command, context),
    )
    this.#last.set(
      session,
      played.catch(() => {}),
    )
    return played
  }

  /** The process dies, and another one plays the turns that were under way. */
  kill(): void {
    const died = this.#died
    this.#died = neverYet()
    died.reject(new HostFailed('killed'))
  }

  /** Cancels the turn that is under way in a session. */
  cancel(session: string): void {
    this.#cancels.get(session)?.()
  }

  load(session: string): HostTurn['load'] {
    return async (name) => {
      const text = this.#values.get(`${session} ${name}`)
      return text === undefined ? undefined : (JSON.parse(text) as JsonValue)
    }
  }

  async records(session: string): ReturnType<typeof hostedRecords> {
    return await hostedRecords(this.load(session))
  }

  async #play(session: string, command: unknown, context: JsonValue | undefined): Promise<Turn> {
    const journal: Entry[] = []
    const run = async (): Promise<Turn> =>
      await playHosted({
        agent: this.#agent(),
        session,
        command: parseCommand(command),
        context,
        limits: this.limits,
        turn: this.#turn(session, journal),
      })
    for (;;) {
      try {
        const came = await run()
        const again = await run() // now everything is on record
        if (JSON.stringify(again) !== JSON.stringify(came))
          throw new Error('a second run of a turn came to another end')
        return came
      } catch (error) {
        if (!(error instanceof HostFailed)) throw error
      }
    }
  }

  #turn(session: string, journal: Entry[]): HostTurn {
    let next = 0
    const keep = (place: string, value: JsonValue | undefined): JsonValue | undefined => {
      if (value === undefined) this.#values.delete(place)
      else this.#values.set(place, JSON.stringify(value))
      return value
    }
    const cancelled = new AbortController()
    const call = async (
      name: string,
      run: () => Promise<JsonValue | undefined>,
    ): Promise<JsonValue | undefined> => {
      const at = next
      next += 1
      const known = journal[at]
      if (known === undefined) await this.#record(session, journal, name, run)
      const entry = journal[at]
      if (entry?.call !== name)
        throw new Error(`call ${at} of the turn was "${entry?.call}", and is now "${name}"`)
      if (entry.came === CANCELLED) {
        cancelled.abort(new Error('cancelled'))
        throw cancelled.signal.reason
      }
      return entry.came === undefined ? undefined : (JSON.parse(entry.came) as JsonValue)
    }
    return {
      signal: cancelled.signal,
      isFailure: (error) => error instanceof HostFailed,
      load: (name) => call(`load ${name}`, () => this.load(session)(name)),
      async save(name, value) {
        await call(`save ${name}`, async () => keep(`${session} ${name}`, value))
      },
      async step(key, f) {
        return (await call(`step ${key}`, () => f(cancelled.signal))) as JsonValue
      },
    }
  }

  async #record(
    session: string,
    journal: Entry[],
    call: string,
    run: () => Promise<JsonValue | undefined>,
  ): Promise<void> {
    const now = this.calls === this.#incident?.at ? this.#incident.what : undefined
    this.calls += 1
    if (now === 'crash' || now === 'failure') throw new HostFailed(now)
    const { promise: cancelled, resolve: cancel } = Promise.withResolvers<typeof CANCELLED>()
    if (call.startsWith('step ')) this.#cancels.set(session, () => cancel(CANCELLED))
    if (now === 'cancel') this.cancel(session)
    const value = await Promise.race([cancelled, this.#died.promise, run()])
    this.#cancels.delete(session)
    if (value === CANCELLED) {
      journal.push({ call, came: CANCELLED })
      return
    }
    if (now === 'lost') throw new HostFailed(now)
    const came = value === undefined ? undefined : JSON.stringify(value)
    const bytes = new TextEncoder().encode(came).length
    if (bytes > this.limits.maxValueBytes) throw invalidOption(`${call} has ${bytes} bytes`)
    this.bytes += bytes
    journal.push({ call, came })
  }
}

const CANCELLED = Symbol('cancelled')

function neverYet(): PromiseWithResolvers<never> {
  const death = Promise.withResolvers<never>()
  death.promise.catch(() => {})
  return death
}
