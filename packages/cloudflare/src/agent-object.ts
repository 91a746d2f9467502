import { type Agent, eventResponse, type Session, type Turn } from '@skill-state/agent'
import { checkHost, parseCommand, resumeAfter, type SessionCommand, tell } from '@skill-state/agent/host'
import { type JsonValue, reasonOf, SkillStateError } from '@skill-state/protocol'
import { type ObjectState, type ObjectStorage, objectPlace } from './object-place.ts'

export interface AgentObjectOptions<State, Env> {
  /** Made once in each isolate. */
  readonly agent: (env: Env) => Agent<State>
  /**
   * Who gives a command; undefined if that person may not give one to the session. Tools and approvals get it as `context`. It is
   * kept with the command, so it is JSON.
   */
  readonly admit: (
    request: Request,
    session: string,
    env: Env,
  ) => JsonValue | undefined | Promise<JsonValue | undefined>
}

/** The class of a Durable Object, to export under the name in your configuration. */
export type ObjectClass<Env> = new (
  state: ObjectState,
  env: Env,
) => { fetch(request: Request): Promise<Response>; alarm(): Promise<void> }

/** A value in SQLite has 2 MB in production. */
const LIMITS = { host: 'a Durable Object', maxValueBytes: 2_000_000 }

/** How long after a death a turn goes on by itself, in milliseconds. */
const ALARM_MS = 2_000

type Events = ReturnType<typeof tell>

interface Queued {
  readonly seq: number
  readonly command: SessionCommand
  readonly context: JsonValue
}

/**
 * The class of a Durable Object for each session of an agent: its journal is the object's SQLite, its commands are queued there and
 * played one at a time, and an alarm continues after a death. Reach it by `routeToSessions`. An agent whose sessions could outgrow
 * a row is rejected at the first request.
 */
export function agentObject<State, Env>({ agent, admit }: AgentObjectOptions<State, Env>): ObjectClass<Env> {
  let made: Agent<State> | undefined
  const agentIn = (env: Env): Agent<State> => {
    if (made) return made
    const fresh = agent(env)
    checkHost(fresh, LIMITS)
    made = fresh
    return fresh
  }
  return class {
    readonly #storage: ObjectStorage
    readonly #env: Env
    /** Those who wait for the turn of their command. */
    readonly #waiting = new Map<number, PromiseWithResolvers<Events>>()
    #abort: AbortController | undefined
    #isPlaying = false
    #tries = 0

    constructor({ storage }: ObjectState, env: Env) {
      this.#storage = storage
      this.#env = env
      storage.sql.exec('CREATE TABLE IF NOT EXISTS queue (seq INTEGER PRIMARY KEY AUTOINCREMENT, entry TEXT)')
      storage.sql.exec('CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT)')
    }

    async fetch(request: Request): Promise<Response> {
      try {
        const [, id = '', does = ''] = new URL(request.url).pathname.split('/').map(decodeURIComponent)
        const context = await admit(request, id, this.#env)
        if (context === undefined) return fail(403, 'not-admitted', `you may not use session "${id}"`)
        if (request.method === 'POST' && does === 'tell') return await this.#tell(request, id, context)
        if (request.method === 'POST' && does === 'stop') {
          this.#abort?.abort(new Error('stopped by the user'))
          return new Response(null, { status: 204 })
        }
        if (request.method === 'GET' && does === 'records')
          return Response.json([...objectPlace(this.#storage).journal.forward()])
        if (request.method === 'GET' && does === 'view') return await this.#view(id)
        return fail(404, 'unknown-request', `there is no ${request.method} ${does}`)
      } catch (error) {
        if (error instanceof SkillStateError) return fail(400, error.code, error.message)
        return fail(500, 'unexpected', reasonOf(error))
      }
    }

    /** Continues after a death, or after an outage of the model. */
    async alarm(): Promise<void> {
      if (this.#isPlaying) await this.#storage.setAlarm(Date.now() + ALARM_MS)
      else await this.#play()
    }

    async #tell(request: Request, id: string, context: JsonValue): Promise<Response> {
      const command = parseCommand(await request.json().catch(() => undefined))
      agentIn(this.#env)
      const { sql } = this.#storage
      this.#set('session', id)
      const entry = JSON.stringify({ command, context })
      const [row] = sql.exec('INSERT INTO queue (entry) VALUES (?) RETURNING seq', entry).toArray()
      const began = Promise.withResolvers<Events>()
      this.#waiting.set(Number(row?.seq), began)
      await this.#storage.setAlarm(Date.now() + ALARM_MS)
      void this.#play()
      const accept = request.headers.get('accept') ?? ''
      if (request.headers.get('prefer') === 'respond-async') {
        began.promise.catch(() => {})
        return new Response(null, { status: 202 })
      }
      const events = await began.promise
      if (accept.includes('text/event-stream')) return eventResponse(events)
      return Response.json(await events.turn)
    }

    async #view(id: string): Promise<Response> {
      const session = await agentIn(this.#env).open({ id, store: { open: () => readOnly(this.#storage) } })
      const { state, approval, call, steps, spent } = session
      return Response.json({ state, approval, call, steps, spent, messages: session.messages(20) })
    }

    /** Plays what was cut off, and then the queue. */
    async #play(): Promise<void> {
      if (this.#isPlaying) return
      this.#isPlaying = true
      try {
        const begun = Number(this.#get('begun') ?? 0)
        if (begun > 0 || this.#get('resume') !== undefined) await this.#turn({ resume: true }, undefined)
        for (let next = this.#next(); next !== undefined; next = this.#next()) {
          const { seq, command, context } = next
          this.#set('begun', `${seq}`)
          // A message that is on record after a death is not taken again.
          const named = 'send' in command ? { ...command, id: command.id ?? `queue-${seq}` } : command
          await this.#turn(named, context, this.#waiting.get(seq))
          this.#waiting.delete(seq)
          this.#storage.sql.exec('DELETE FROM queue WHERE seq = ?', seq)
          this.#set('begun', undefined)
        }
      } finally {
        this.#isPlaying = false
        if (this.#get('resume') === undefined) await this.#storage.deleteAlarm()
      }
    }

    /** Plays one command. An error is told to the caller, and ends nothing else. */
    async #turn(
      command: SessionCommand,
      context: JsonValue | undefined,
      waiting?: PromiseWithResolvers<Events>,
    ): Promise<void> {
      let session: Session<State> | undefined
      this.#abort = new AbortController()
      try {
        const who = context ?? JSON.parse(this.#get('context') ?? 'null')
        this.#set('context', JSON.stringify(who))
        const id = this.#get('session') ?? ''
        const store = { open: () => objectPlace(this.#storage) }
        session = await agentIn(this.#env).open({ id, store, context: who })
        const events = tell(session, command, this.#abort.signal)
        waiting?.resolve(events as Events)
        await this.#resumeLater(await events.turn)
      } catch (error) {
        waiting?.reject(error)
      } finally {
        this.#abort = undefined
        await session?.close()
      }
    }

    async #resumeLater(turn: Turn<State>): Promise<void> {
      const delay = resumeAfter(turn, this.#tries)
      this.#tries = delay === undefined ? 0 : this.#tries + 1
      this.#set('resume', delay === undefined ? undefined : 'true')
      if (delay !== undefined) await this.#storage.setAlarm(Date.now() + delay)
    }

    #next(): Queued | undefined {
      const [row] = this.#storage.sql.exec('SELECT seq, entry FROM queue ORDER BY seq LIMIT 1').toArray()
      return row && { seq: Number(row.seq), ...(JSON.parse(String(row.entry)) as Omit<Queued, 'seq'>) }
    }

    #get(name: string): string | undefined {
      const [row] = this.#storage.sql.exec('SELECT value FROM meta WHERE name = ?', name).toArray()
      return row && String(row.value)
    }

    #set(name: string, value: string | undefined): void {
      const { sql } = this.#storage
      if (value === undefined) sql.exec('DELETE FROM meta WHERE name = ?', name)
      else sql.exec('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)', name, value)
    }
  }
}

/** A place for a look: what opening a session records, such as a migration, is not kept. */
function readOnly(storage: ObjectStorage): ReturnType<typeof objectPlace> {
  const place = objectPlace(storage)
  return { ...place, journal: { ...place.journal, append() {} } }
}

function fail(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status })
}

/** A namespace of Durable Objects, as Cloudflare's types have it. */
export interface ObjectNamespace {
  idFromName(name: string): unknown
  get(id: never): { fetch(request: Request): Promise<Response> }
}

/**
 * Hands a request `/<session>/<what>` to the object of the session: `POST tell` with a `SessionCommand` as JSON, which answers with
 * the turn, or its events if the request accepts `text/event-stream`, or at once if it prefers `respond-async`; `POST stop`;
 * `GET view`; `GET records`.
 */
export async function routeToSessions(request: Request, namespace: ObjectNamespace): Promise<Response> {
  const [, session = ''] = new URL(request.url).pathname.split('/')
  if (session === '') return new Response('Not found', { status: 404 })
  return await namespace.get(namespace.idFromName(decodeURIComponent(session)) as never).fetch(request)
}
