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

/**
 * Opens sessions for one step each, and keeps them open for the next one if their store can tell whether somebody else has
 * appended meanwhile. What is kept open holds nothing that the journal does not, so a process may end at any time.
 */
export class OpenSessions<State> {
  readonly #store: SessionStore
  readonly #idle = new Map<string, OpenSession<State>>()

  constructor(store: SessionStore) {
    this.#store = store
  }

  /**
   * Runs a step on the news, in the branch that they belong to. Steps of one session at the same time have it opened twice: the
   * journal lets one of them continue.
   */
  async use<T>(
    opening: Opening<State>,
    step: (session: Session<State>, news: News) => Promise<T>,
  ): Promise<T> {
    const { id, agent, model, news } = opening
    let open = (await this.#take(id, agent)) ?? (await this.#open(opening))
    open.asked.model = model
    let isDone = false
    try {
      const { session, seen } = open
      const told = news(session, seen)
      open = await this.#inBranch(open, told)
      const result = await step(open.session, open.session === session ? told : news(open.session, seen))
      isDone = true
      return result
    } finally {
      if (isDone && open.place.journal.isCurrent) await this.#keep(id, open)
      else await open.session.close()
    }
  }

  async #open({ id, agent, model, seed }: Opening<State>): Promise<OpenSession<State>> {
    const place = await this.#store.open(id)
    const [newest] = place.journal.backward()
    const said = newest === undefined ? seed() : []
    const rest = { agent, place, asked: { model }, branches: new Branches(), seen: new Messages() }
    return { ...rest, session: await begin(id, rest, said.length > 0 ? said : undefined) }
  }

  /** The same session, or at the end of an earlier message if the news go on from there. */
  async #inBranch(open: OpenSession<State>, news: News): Promise<OpenSession<State>> {
    const { place, session, branches } = open
    const { id } = session
    const whole = async (): Promise<JournalStore> => {
      const { journal } = place
      const records = await (this.#store as Partial<ReadableSessionStore>).read?.(id)
      if (records === undefined) return journal
      const backward = (): ReturnType<JournalStore['backward']> => journal.backward()
      return {
        tornBytes: 0,
        append: (record) => journal.append(record),
        forward: () => records,
        backward,
        close() {},
      }
    }
    const from = await branches.begin(session, news, place.journal, whole)
    if (from === undefined) return open
    const journal = await whole()
    const release = await place.hold?.()
    try {
      undoAfter(journal, from, noticesOfLeft)
      await place.flush?.()
    } finally {
      await release?.()
    }
    return { ...open, session: await begin(id, open) }
  }

  /** The session, if it is open and no other process has continued it. */
  async #take(id: string, agent: Agent<State>): Promise<OpenSession<State> | undefined> {
    const open = this.#idle.get(id)
    if (open === undefined) return undefined
    this.#idle.delete(id)
    if (open.agent === agent && open.place.journal.isCurrent?.()) return open
    await open.session.close()
    return undefined
  }

  async #keep(id: string, open: OpenSession<State>): Promise<void> {
    const [[oldest] = []] = this.#idle.size < MOST_OPEN ? [] : this.#idle
    const closing = [id, oldest].flatMap((name) => (name && this.#idle.get(name)) || [])
    for (const name of [id, oldest]) if (name !== undefined) this.#idle.delete(name)
    this.#idle.set(id, open)
    for (const { session } of closing) await session.close()
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
