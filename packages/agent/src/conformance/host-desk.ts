import type { StoredRecord } from '@skill-state/core/journal'
import {
  type JsonObject,
  type JsonValue,
  type Model,
  promptText,
  SkillStateError,
} from '@skill-state/protocol'
import type { AnyTool } from '@skill-state/tools'
import { type Agent, agent } from '../agent.ts'
import type { Turn } from '../turn.ts'
import { desk, deskText, deskTools, newest } from './desk.ts'

/** A host under test, which runs `hostDesk`. */
export interface TestedHost {
  /** Gives a session a command, and returns what came of it. Rejects with the reason if the host does not take it. */
  tell(session: string, command: unknown, credential?: string): Promise<Turn>
  stop(session: string): Promise<void>
  records(session: string): Promise<readonly StoredRecord[]>
  /** Kills with SIGKILL what plays the turns, and starts it again, as version 2 of the agent if that is named. */
  restart(version?: number): Promise<void>
  /** Kills with SIGKILL the server that keeps the sessions, if that is another process, and starts it again. */
  restartServer?(): Promise<void>
  /** Cuts its parts, or the world, off from each other for so many milliseconds. */
  cut?(ms: number): Promise<void>
  /** Plays a turn of so many steps that do nothing but put a text on record: what the host itself costs. */
  playEmpty?(session: string, steps: number, text?: string): Promise<void>
  /** Bytes that the host has on record of the turns of all sessions, if that is more than their journals. */
  history?(): Promise<number>
  close(): Promise<void>
}

/** What the desk asks of the world outside of it: a tool, or the model before it answers. */
export interface WorldRequest {
  readonly tool: string
  readonly input: JsonObject
  /** Of the call; that of the session for the model. */
  readonly key: string
  /** Who the command came from. */
  readonly user?: JsonValue | undefined
}

/** The outside world: the same request may come twice, under the same key. Rejects if the world is out of order. */
export type HostWorld = (request: WorldRequest) => Promise<string>

/** What is thrown, beside the errors that everybody throws, if the world answers with one of these words. */
export const FAULTS: Readonly<Record<string, () => never>> = {
  'throws-nothing': () => {
    throw undefined
  },
  'throws-text': () => {
    throw 'a text'
  },
  'throws-a-circle': () => {
    const error: Error & { self?: Error } = new Error('a circle')
    error.self = error
    throw error
  },
  'throws-a-code': () => {
    throw new SkillStateError('journal-misuse', 'of a session inside of the tool')
  },
  'throws-an-abort': () => {
    throw new DOMException('not of this turn', 'AbortError')
  },
  'throws-without-end': () => FAULTS['throws-without-end']?.() as never,
}

/** The agent of the suite, as a host under test runs it, with a world, the address of one, or one of its own for ''. Version 2 has a field more. */
export function hostDesk(at: HostWorld | string, version = 1): Agent<JsonObject> {
  const ask = at === '' ? new CountingWorld().ask : typeof at === 'string' ? worldAt(at) : at
  const world: HostWorld = async (request) => {
    const answer = await ask(request)
    FAULTS[answer]?.()
    return answer
  }
  const model: Model = {
    id: 'desk',
    async generate({ prompt }) {
      const text = promptText(prompt)
      const given = await world({ tool: 'model', input: { said: newest(text), version }, key: '' })
      return { text: given || deskText(text), finishReason: 'stop', usage: {}, model: 'desk' }
    },
  }
  const tools = deskTools({ calls: [] }).map(({ name, execute: _, ...tool }): [string, AnyTool] => [
    name,
    {
      ...tool,
      onUnknown: 'repeat',
      execute: (input: JsonObject, { key, context }) =>
        world({ tool: name, input, key, user: context as JsonValue | undefined }),
    },
  ])
  const { properties, required } = desk.state as { properties: JsonObject; required: string[] }
  const second = { ...desk.state, properties: { ...properties, gate: { type: 'string', maxLength: 8 } } }
  return agent({
    ...desk,
    ...(version === 1 ? {} : { state: { ...second, required: [...required, 'gate'] } }),
    initialState: version === 1 ? desk.initialState : { ...desk.initialState, gate: '' },
    schemaVersion: version,
    migrations: { 1: (state: JsonObject) => ({ ...state, gate: 'A1' }) },
    model,
    tools: Object.fromEntries(tools),
    onWarning: () => {},
  }) as Agent<JsonObject>
}

/** Whose sessions the suite's are: `ada` may use those whose id begins with `ada-`. */
export function hostAdmit(credential: string | undefined, session: string): string | undefined {
  return credential !== undefined && session.startsWith(`${credential}-`) ? credential : undefined
}

/** The world of a test: counts deliveries, and does what each key asks once. */
export class CountingWorld {
  /** Every request, in the order in which they came. */
  readonly deliveries: WorldRequest[] = []
  /** What was done, once for each key. */
  readonly effects: WorldRequest[] = []
  /** Sessions in which two requests were under way at once. */
  readonly overlaps: string[] = []
  /** Waited for before a request is answered. What it returns is answered instead, and nothing is done. */
  before: (request: WorldRequest) => Promise<string | void> = async () => {}
  readonly #answers = new Map<string, Promise<string>>()
  /** The steps under way, by their sessions: calls of one step may be under way at once. */
  readonly #busy = new Map<string, string[]>()
  readonly #tools = new Map(deskTools({ calls: [] }).map((tool) => [tool.name, tool]))

  /** Holds the next request for a tool, from when it is `reached` until `goOn`. */
  hold(tool: string): { readonly reached: Promise<void>; readonly goOn: () => void } {
    const [reached, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let isHeld = false
    this.before = async (request) => {
      if (request.tool !== tool || isHeld) return
      isHeld = true
      reached.resolve()
      await end.promise
    }
    return { reached: reached.promise, goOn: end.resolve }
  }

  readonly ask: HostWorld = async (request) => {
    const { tool, key } = request
    this.deliveries.push(request)
    if (tool === 'model') {
      return (await this.before(request)) ?? ''
    }
    const [session = '', step = ''] = key.split('/')
    const busy = this.#busy.get(session) ?? []
    if (busy.some((other) => other !== step)) this.overlaps.push(session)
    this.#busy.set(session, [...busy, step])
    try {
      const given = await this.before(request)
      if (given !== undefined) return given
      const known = this.#answers.get(key) ?? this.#answer(request)
      this.#answers.set(key, known)
      return await known
    } finally {
      const others = this.#busy.get(session) ?? []
      this.#busy.set(session, others.toSpliced(others.indexOf(step), 1))
    }
  }

  async #answer(request: WorldRequest): Promise<string> {
    const { tool, input, key } = request
    this.effects.push(request)
    const more = input.city === 'Everywhere' ? 'x'.repeat(9_000_000) : ''
    return `${await this.#tools.get(tool)?.execute(input, key)}${more}`
  }
}

/** The world that `serveWorld` has at an address. */
function worldAt(url: string): HostWorld {
  return async (request) => {
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(request) })
    const answer = await response.text()
    if (!response.ok) throw new Error(answer)
    return answer
  }
}
