import { type JournalStore, undoAfter } from '@skill-state/core/journal'
import type { Model } from '@skill-state/protocol'
import type { Agent } from '../agent.ts'
import type { SeedEntry } from '../session/seed.ts'
import type { Session } from '../session/session.ts'
import { noticesOfLeft } from '../session/view.ts'
import type { ReadableSessionStore, SessionPlace, SessionStore } from '../stores.ts'
import { Branches } from './branch.ts'
import { Messages, type News } from './transcript.ts'

interface OpenSession<State> {
  readonly agent: Agent<State>
  readonly place: SessionPlace
  readonly session: Session<State>
  /** Answers the session: the model of the step under way. */
  readonly asked: { model: Model }
  readonly branches: Branches
  /** The messages of the last step's transcript. */
  readonly seen: Messages
}

interface Opening<State> {
  readonly id: string
  readonly agent: Agent<State>
  readonly model: Model
  /** What was said before, asked if the session is new. */
  readonly seed: () => readonly SeedEntry[]
  /** What the framework says that is new, for a session that knows what it waits for. */
  readonly news: (session: Session<State>, seen: Messages) => News
}

/** Sessions that stay open between two steps of a framework. The one that was not used for longest is closed. */
const MOST_OPEN = 64

/** Runs a step on the news, in the branch that they belong to. */
type UseSession<State> = <T>(
  opening: Opening<State>,
  step: (session: Session<State>, news: News) => Promise<T>,
) => Promise<T>

/**
 * Opens sessions for one step each, and keeps them open for the next one if their store can tell whether somebody else has
 * appended meanwhile. What is kept open holds nothing that the journal does not, so a process may end at any time. Steps of one
 * session at the same time have it opened twice: the journal lets one of them continue.
 */
export function openSessions<State>(store: SessionStore): UseSession<State> {
  const idle = new Map<string, OpenSession<State>>()

  const open = async ({ id, agent, model, seed }: Opening<State>): Promise<OpenSession<State>> => {
    const place = await store.open(id)
    const [newest] = place.journal.backward()
    const said = newest === undefined ? seed() : []
    const rest = { agent, place, asked: { model }, branches: new Branches(), seen: new Messages() }
    return { ...rest, session: await begin(id, rest, said.length > 0 ? said : undefined) }
  }

  /** The same session, or at the end of an earlier message if the news go on from there. */
  const inBranch = async (opened: OpenSession<State>, news: News): Promise<OpenSession<State>> => {
    const { place, session, branches } = opened
    const { id } = session
    const whole = async (): Promise<JournalStore> => {
      const { journal } = place
      const records = await (store as Partial<ReadableSessionStore>).read?.(id)
      if (records === undefined) return journal
      const append: JournalStore['append'] = (record) => journal.append(record)
      return { tornBytes: 0, append, forward: () => records, backward: () => journal.backward(), close() {} }
    }
    const from = await branches.begin(session, news, place.journal, whole)
    if (from === undefined) return opened
    const journal = await whole()
    const release = await place.hold?.()
    try {
      undoAfter(journal, from, noticesOfLeft)
      await place.flush?.()
    } finally {
      await release?.()
    }
    return { ...opened, session: await begin(id, opened) }
  }

  /** The session, if it is open and no other process has continued it. */
  const take = async (id: string, agent: Agent<State>): Promise<OpenSession<State> | undefined> => {
    const kept = idle.get(id)
    if (kept === undefined) return undefined
    idle.delete(id)
    if (kept.agent === agent && kept.place.journal.isCurrent?.()) return kept
    await kept.session.close()
    return undefined
  }

  const keep = async (id: string, opened: OpenSession<State>): Promise<void> => {
    const [[oldest] = []] = idle.size < MOST_OPEN ? [] : idle
    const closing = [id, oldest].flatMap((name) => (name && idle.get(name)) || [])
    for (const name of [id, oldest]) if (name !== undefined) idle.delete(name)
    idle.set(id, opened)
    for (const { session } of closing) await session.close()
  }

  return async (opening, step) => {
    const { id, agent, model, news } = opening
    let opened = (await take(id, agent)) ?? (await open(opening))
    opened.asked.model = model
    let isDone = false
    try {
      const { session, seen } = opened
      const told = news(session, seen)
      opened = await inBranch(opened, told)
      const result = await step(
        opened.session,
        opened.session === session ? told : news(opened.session, seen),
      )
      isDone = true
      return result
    } finally {
      if (isDone && opened.place.journal.isCurrent) await keep(id, opened)
      else await opened.session.close()
    }
  }
}

function begin<State>(
  id: string,
  { agent, place, asked }: Pick<OpenSession<State>, 'agent' | 'place' | 'asked'>,
  seed?: readonly SeedEntry[],
): Promise<Session<State>> {
  return agent.open({ id, store: { open: () => place }, model: following(asked), seed })
}

/** A model that is always the one of the step under way. */
function following(asked: { readonly model: Model }): Model {
  return {
    get id() {
      return asked.model.id
    },
    get capabilities() {
      return asked.model.capabilities
    },
    generate: (request) => asked.model.generate(request),
  }
}
