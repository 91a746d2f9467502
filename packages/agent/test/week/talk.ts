import type { StoredRecord } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import type { JsonObject } from '@skill-state/protocol'
import { memoryResults } from '@skill-state/tools'
import type { ApprovalRequest } from '../../src/events.ts'
import type { Agent, Session, SessionStore, Turn } from '../../src/index.ts'

/** How a turn ended for the one who asked. `threw`: with an error, which the caller of a chat does not expect. */
export interface Heard {
  readonly end: 'replied' | 'waiting' | 'finished' | 'limit' | 'stopped' | 'failed' | 'threw' | 'died'
  readonly reply: string
  /** Whether the provider failed: the message is still open. */
  readonly resumable?: boolean | undefined
  /** Why it ended so, if it did not end well. */
  readonly why?: string | undefined
}

/** A session as it is now. */
export interface Now {
  readonly state: JsonObject
  readonly approval: ApprovalRequest | undefined
  /** Whether no turn is open. */
  readonly idle: boolean
  /** Calls of the model that the session has paid for. */
  readonly paid: number
}

/** What a person can do with a session. */
export interface Talking {
  readonly now: Now
  /** Whether the message under way was stopped. */
  readonly wasStopped: boolean
  /** A new process, or the same one again. `left` is how many things happen in it before it dies. */
  open(left?: number): Promise<void>
  close(): Promise<void>
  knows(id: string): Promise<boolean>
  say(text: string, id?: string): Promise<Heard>
  /** Begins to listen to an answer, and leaves. */
  sayAndLeave(text: string, id: string): Promise<void>
  resume(): Promise<Heard>
  decide(step: number, approved: boolean): Promise<Heard>
  /** Stops whatever is open, in a process that has just begun. */
  stopNow(): Promise<Heard>
  /** Withdraws the message under way, by its signal or by a command. Nothing of it may begin after `onStopped`. */
  stop(bySignal: boolean, onStopped: () => void): void
}

/** A process that dies at a moment: from then on nothing works in it. */
export class Life {
  #left: number
  #dead = false

  /** Things that happen before the end. */
  constructor(left: number = Number.POSITIVE_INFINITY) {
    this.#left = left
  }

  get over(): boolean {
    return this.#dead
  }

  beat(): void {
    this.#left -= 1
    if (this.#left <= 0) this.#dead = true
    if (this.#dead) throw new Error('the process is dead')
  }
}

/** One session in this process, as a program around it uses it. */
export class Talk implements Talking {
  readonly #store: (life: Life) => SessionStore
  readonly #start: (life: Life) => Agent<JsonObject>
  #life = new Life()
  #session: Session<JsonObject> | undefined
  #abort = new AbortController()
  wasStopped = false
  #stopping: Promise<void> | undefined

  constructor(start: (life: Life) => Agent<JsonObject>, store: (life: Life) => SessionStore) {
    this.#start = start
    this.#store = store
  }

  get now(): Now {
    const { state, approval, idle, spent } = this.#open
    return { state, approval, idle, paid: spent.calls }
  }

  get #open(): Session<JsonObject> {
    if (this.#session === undefined) throw new Error('the session is not open')
    return this.#session
  }

  async open(left?: number): Promise<void> {
    await this.close()
    this.#life = new Life(left)
    this.#session = await this.#start(this.#life).open({ id: 'week', store: this.#store(this.#life) })
  }

  async close(): Promise<void> {
    await this.#session?.close().catch(() => {})
  }

  async knows(id: string): Promise<boolean> {
    return this.#open.hasReceived(id)
  }

  async say(text: string, id?: string): Promise<Heard> {
    this.wasStopped = false
    if (this.#abort.signal.aborted) this.#abort = new AbortController()
    return await this.#heard((signal) => this.#open.ask(text, { id, signal }))
  }

  async sayAndLeave(text: string, id: string): Promise<void> {
    try {
      for await (const { type } of this.#open.send(text, { id })) if (type === 'model-called') break
    } catch {}
  }

  async resume(): Promise<Heard> {
    return await this.#heard((signal) => this.#open.resume({ signal }).turn)
  }

  async decide(step: number, approved: boolean): Promise<Heard> {
    const reason = 'it is too much'
    return await this.#heard((signal) => {
      const command = approved
        ? this.#open.approve({ step, signal })
        : this.#open.deny({ step, reason, signal })
      return command.turn
    })
  }

  async stopNow(): Promise<Heard> {
    this.stop(false)
    return await this.#heard(() => Promise.resolve({ end: 'stopped', reply: '' }))
  }

  stop(bySignal: boolean, onStopped: () => void = () => {}): void {
    this.wasStopped = true
    onStopped()
    if (bySignal) this.#abort.abort(new Error('stopped'))
    else this.#stopping = this.#open.stop().catch(() => {})
  }

  async #heard(
    ask: (signal: AbortSignal) => Promise<Pick<Turn, 'end' | 'reply' | 'resumable' | 'reasons'>>,
  ): Promise<Heard> {
    let heard: Heard = { end: 'threw', reply: '' }
    try {
      const { end, reply, resumable, reasons = [] } = await ask(this.#abort.signal)
      heard = { end, reply, resumable, why: reasons.join('; ') }
    } catch (error) {
      heard = { ...heard, why: String(error) }
    }
    await this.#stopping
    return this.#life.over ? { ...heard, end: 'died' } : heard
  }
}

/** A store that outlives the processes which use it. */
export function lastingStore(
  onOpen: (records: StoredRecord[]) => void = () => {},
): (life: Life) => SessionStore {
  const records: StoredRecord[] = []
  const results = memoryResults()
  return (life) => ({
    open: () => {
      onOpen(records)
      const journal = memoryJournal(records)
      const append = (record: StoredRecord): void => {
        life.beat()
        journal.append(record)
      }
      return { journal: { ...journal, append }, results, close: () => journal.close() }
    },
  })
}
