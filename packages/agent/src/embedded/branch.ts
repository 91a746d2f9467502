import type { JournalStore } from '@skill-state/core/journal'
import { SkillStateError } from '@skill-state/protocol'
import { receivedIds } from '../session/conversation.ts'
import type { Session } from '../session/session.ts'
import type { News } from './transcript.ts'

/**
 * Finds out whether a transcript goes on from an earlier message than the last one that its session has received: somebody has
 * edited a message, or gone back to another version of one. A transcript whose own messages the session does not know, such as
 * the newest part of a longer one, begins no branch.
 */
export class Branches {
  /** Ids of all messages that were ever received, once they were asked for. */
  #known: Set<string | undefined> | undefined

  /** The message after which the branch begins; undefined if the session goes on. `whole` is its whole journal. */
  async begin(
    session: Session<unknown>,
    news: News,
    journal: JournalStore,
    whole: () => Promise<JournalStore>,
  ): Promise<string | undefined> {
    const { messages, before } = news
    const [newest] = before
    if (newest === undefined || (messages.length === 0 && session.hasReceived(newest))) return undefined
    const [last] = receivedIds(journal, 1)
    if (last !== undefined) this.#known?.add(last)
    if (last === undefined || newest === last || messages.some(({ id }) => id === last)) return undefined
    this.#known ??= everReceived(await whole())
    const known = this.#known
    const from = before.find((id) => known.has(id))
    if (from === undefined || from === last) return undefined
    if (messages.length > 0) return answeredSince(session, journal, from) ? from : undefined
    if (receivedIds(await whole(), Infinity).includes(from)) return undefined
    const message = `session "${session.id}": the transcript ends with the result of a call in a branch that was left: send a message to go back to it`
    throw new SkillStateError('journal-misuse', message)
  }
}

/** Whether anything came after the message but others that were closed without an answer, which some frameworks forget. */
function answeredSince(session: Session<unknown>, journal: JournalStore, message: string): boolean {
  if (!session.idle) return true
  const said = session.messages(MOST_UNANSWERED)
  const unanswered = said.length - 1 - said.findLastIndex(({ by }) => by === 'agent')
  return receivedIds(journal, unanswered + 1)[0] !== message
}

const MOST_UNANSWERED = 20

/** Ids of all messages; none of a journal that is not whole, since it cannot go back. */
function everReceived(journal: JournalStore): Set<string | undefined> {
  const bodies = [...journal.forward()].map(({ body }) => body)
  const received = bodies.includes('') ? [] : bodies.filter((body) => body.startsWith('{"received":'))
  return new Set(received.map((body) => (JSON.parse(body) as { id?: string }).id))
}
