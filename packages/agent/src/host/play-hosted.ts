import type { JournalDecision, StoredRecord } from '@skill-state/core/journal'
import { lastRecords, openJournal } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import { type JsonValue, SkillStateError } from '@skill-state/protocol'
import type { Agent } from '../agent.ts'
import { hashOf } from '../session/asked.ts'
import { BLUEPRINT, type Blueprint } from '../session/blueprint.ts'
import { saidIn } from '../session/conversation.ts'
import type { Session } from '../session/session.ts'
import type { Turn } from '../turn.ts'
import { type SessionCommand, tell } from './command.ts'
import { bytesOf, type HostLimits, type HostTurn } from './host-turn.ts'
import { hostedPlace } from './hosted-place.ts'

interface Head {
  /** How many lists of records are kept. */
  readonly lists: number
  readonly tail: readonly StoredRecord[]
  readonly asked?: string | undefined
  /** Handles of the long results that are kept, oldest first. */
  readonly handles: readonly string[]
  /** Who the last command came from. */
  readonly context?: JsonValue | undefined
}

export interface HostedTurn<State> {
  readonly agent: Agent<State>
  readonly session: string
  readonly command: SessionCommand
  readonly turn: HostTurn
  readonly limits: HostLimits
  /** Who the command comes from, for tools and approvals. Default: who the one before came from. */
  readonly context?: JsonValue | undefined
}

/**
 * Plays a command on a session that a durable host keeps: what the model and the tools gave is on the host's record, and the journal is
 * saved once, also if the turn throws. Throws `SkillStateError` for a command that does not fit, and failures of the host.
 */
export async function playHosted<State>(options: HostedTurn<State>): Promise<Turn<State>> {
  const { agent, session: id, command, limits } = options
  let failure = undefined as { readonly error: unknown } | undefined
  const turn = heard(options.turn, (error) => {
    failure = { error }
  })
  const head = ((await turn.load(HEAD)) ?? NEW) as unknown as Head
  const { context = head.context } = options
  const records = [...head.tail]
  if ('send' in command) checkRoom(id, bytesOf([head, command] as never), limits)
  const results = new Map<string, string>()
  const session = await agent.open({
    id,
    store: { open: () => hostedPlace({ turn, limits, asked: head.asked, records, results }) },
    context,
  })
  const [played] = await Promise.allSettled([tell(session, command, turn.signal).turn])
  if (failure) throw failure.error // nothing that came of it counts
  await save({ ...options, turn }, { ...head, context }, records, results)
  if (played.status === 'rejected') throw played.reason
  return played.value
}

/** What is kept of a session, for readers: its position, and the last messages. */
export async function readHosted<State>(
  agent: Agent<State>,
  id: string,
  load: HostTurn['load'],
): Promise<Session<State>> {
  const { tail } = ((await load(HEAD)) ?? NEW) as unknown as Head
  const journal = memoryJournal([...tail])
  const place = { journal, results: { keep() {}, read: () => undefined }, close() {} }
  return await agent.open({ id, store: { open: () => place } })
}

/** Every record of a session, for `history`, `why` and `verify`. */
export async function hostedRecords(load: HostTurn['load']): Promise<readonly StoredRecord[]> {
  const { lists } = ((await load(HEAD)) ?? NEW) as unknown as Head
  const all: StoredRecord[] = []
  for (let list = 0; list < lists; list += 1) {
    all.push(...((await load(`records-${list}`)) as unknown as StoredRecord[]))
  }
  return all
}

const HEAD = 'session'
const NEW: Head = { lists: 0, tail: [], handles: [] }

/** The same turn, whose failures are told: a session may take one for an error of its own. */
function heard(turn: HostTurn, onFailure: (error: unknown) => void): HostTurn {
  const pass = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (turn.isFailure(error)) onFailure(error)
      throw error
    }
  }
  return {
    signal: turn.signal,
    isFailure: (error) => turn.isFailure(error),
    load: (name) => pass(turn.load(name)),
    save: (name, value) => pass(turn.save(name, value)),
    step: (key, f) => pass(turn.step(key, f)),
  }
}

const MAX_HANDLES = 50

async function save<State>(
  { agent, session: id, turn, limits }: HostedTurn<State>,
  head: Head,
  records: StoredRecord[],
  results: ReadonlyMap<string, string>,
): Promise<void> {
  const before = head.tail.length
  if (records.length === before || (before === 0 && records.length === 1)) return // nothing, or nothing but its beginning
  const { [BLUEPRINT]: blueprint } = agent as unknown as { readonly [BLUEPRINT]: Blueprint }
  const journal = openJournal(memoryJournal(records), { ...blueprint, id })
  if (!journal.position.pending && journal.position.observation) journal.snapshot()
  const news = records.slice(before)
  let { lists } = head
  for (const list of listsOf(news, limits.maxValueBytes / 4)) {
    await turn.save(`records-${lists}`, list as never)
    lists += 1
  }
  const handles = [...head.handles.filter((handle) => !results.has(handle)), ...results.keys()]
  for (const [handle, text] of results) await turn.save(handle, text)
  for (const old of handles.splice(0, handles.length - MAX_HANDLES)) await turn.save(old, undefined)
  const asked = askedIn(news) ?? head.asked
  const said = 2 + 2 * (blueprint.view.recent ?? 0)
  const tail = lastRecords(records, (body) => body !== '' && saidIn(body).length > 0, said)
  await turn.save(HEAD, { ...head, lists, handles, asked, tail } as never)
}

/** The records in lists of at most so many characters, or of one record. */
function listsOf(records: readonly StoredRecord[], most: number): StoredRecord[][] {
  const lists: StoredRecord[][] = []
  let room = 0
  for (const record of records) {
    room -= record.body.length + 100
    if (room < 0) room = most - lists.push([])
    lists.at(-1)?.push(record)
  }
  return lists
}

/** Stands for the last note of how the model is asked. */
function askedIn(records: readonly StoredRecord[]): string | undefined {
  const noted = records.findLast(({ body }) => body.startsWith('{"decided":') && body.includes('"asked":{'))
  const { asked } = noted ? (JSON.parse(noted.body) as JournalDecision) : {}
  return asked && hashOf(asked)
}

function checkRoom(id: string, bytes: number, { host, maxValueBytes }: HostLimits): void {
  if (2 * bytes <= maxValueBytes) return
  const message = `session "${id}": the message has no room beside those that wait: ${host} takes ${maxValueBytes} bytes, and it has ${bytes}. Approve, deny or stop what waits first`
  throw new SkillStateError('journal-misuse', message)
}
