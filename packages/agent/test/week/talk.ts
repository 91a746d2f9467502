import type { StoredRecord } from '@skill-state/core/journal'
import { createMemoryStore } from '@skill-state/core/journal/memory'
import type { JsonObject } from '@skill-state/protocol'
import { memoryResults } from '@skill-state/tools'
import type { Agent, AgentEvent, Session, SessionStore } from '../../src/index.ts'

/** How a turn ended for the one who asked. `threw`: with an error, which the caller of a chat does not expect. */
export interface Heard {
  readonly end: 'replied' | 'waiting' | 'finished' | 'limit' | 'stopped' | 'failed' | 'threw' | 'died'
  readonly reply: string
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

/** One session, as a program around it uses it. All that this round may change of the session is used here alone. */
export class Talk {
  readonly #records: StoredRecord[] = []
  readonly #results = memoryResults()
  readonly #start: (life: Life) => Agent<JsonObject>
  #life = new Life()
  #session: Session<JsonObject> | undefined
  #abort = new AbortController()

  constructor(start: (life: Life) => Agent<JsonObject>) {
    this.#start = start
  }

  get state(): JsonObject {
    return this.#open.state
  }

  get waits(): number | undefined {
    return this.#open.approval?.step
  }

  get #open(): Session<JsonObject> {
    if (this.#session === undefined) throw new Error('the session is not open')
    return this.#session
  }

  /** A new process, or the same one again. `left` is how long it lives. */
  async open(left?: number): Promise<void> {
    await this.#session?.close().catch(() => {})
    this.#life = new Life(left)
    this.#session = await this.#start(this.#life).open({ id: 'week', store: this.#store(this.#life) })
  }

  knows(id: string): boolean {
    return this.#open.hasReceived(id)
  }

  async say(text: string, id?: string): Promise<Heard> {
    this.#abort = new AbortController()
    return await this.#heard(() => this.#open.send(text, { id, signal: this.#abort.signal }))
  }

  async resume(): Promise<Heard> {
    return await this.#heard(() => this.#open.resume())
  }

  async decide(step: number, approved: boolean): Promise<Heard> {
    return await this.#heard(() =>
      approved ? this.#open.approve({ step }) : this.#open.deny({ step, reason: 'it is too much' }),
    )
  }

  /** Withdraws the message under way. */
  stop(): void {
    this.#abort.abort(new Error('stopped'))
  }

  async #heard(start: () => AsyncIterable<AgentEvent>): Promise<Heard> {
    let reply = ''
    let end: Heard['end'] = 'threw'
    try {
      for await (const event of start()) {
        if (event.type === 'reply') reply += event.text
        if (event.type === 'turn-ended') end = event.end
      }
    } catch {
      end = this.#life.over ? 'died' : this.#abort.signal.aborted ? 'stopped' : 'threw'
    }
    return { end: this.#life.over ? 'died' : end, reply }
  }

  #store(life: Life): SessionStore {
    return {
      open: () => {
        const journal = createMemoryStore(this.#records)
        const append = (record: StoredRecord): void => {
          life.beat()
          journal.append(record)
        }
        return { journal: { ...journal, append }, results: this.#results, close: () => journal.close() }
      },
    }
  }
}
