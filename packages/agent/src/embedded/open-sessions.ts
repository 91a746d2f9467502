import type { Model } from '@skill-state/protocol'
import type { Agent } from '../agent.ts'
import type { SeedEntry } from '../session/seed.ts'
import type { Session } from '../session/session.ts'
import type { SessionPlace, SessionStore } from '../stores.ts'

interface OpenSession<State> {
  readonly agent: Agent<State>
  readonly place: SessionPlace
  readonly session: Session<State>
  /** Answers the session: the model of the step under way. */
  readonly asked: { model: Model }
}

/** What a step needs of its session. */
interface Opening<State> {
  readonly id: string
  readonly agent: Agent<State>
  readonly model: Model
  /** What was said before, asked if the session is new. */
  readonly seed: () => readonly SeedEntry[]
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

  /** Runs a step. Steps of one session at the same time have it opened twice: the journal lets one of them continue. */
  async use<T>(
    { id, agent, model, seed }: Opening<State>,
    step: (session: Session<State>) => Promise<T>,
  ): Promise<T> {
    const open = (await this.#take(id, agent)) ?? (await this.#open(id, agent, model, seed))
    open.asked.model = model
    let isDone = false
    try {
      const result = await step(open.session)
      isDone = true
      return result
    } finally {
      if (isDone && open.place.journal.isCurrent) await this.#keep(id, open)
      else await open.session.close()
    }
  }

  async #open(
    id: string,
    agent: Agent<State>,
    model: Model,
    seed: () => readonly SeedEntry[],
  ): Promise<OpenSession<State>> {
    const asked = { model }
    const place = await this.#store.open(id)
    const [newest] = place.journal.backward()
    const said = newest === undefined ? seed() : []
    const store = { open: () => place }
    const begin = said.length > 0 ? said : undefined
    const session = await agent.open({ id, store, model: following(asked), seed: begin })
    return { agent, place, session, asked }
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
