import type { RunSkillOptions } from '@skill-state/core'
import { openJournal } from '@skill-state/core/journal'
import { type JsonObject, type JsonValue, SkillStateError } from '@skill-state/protocol'
import { Ledger, type Spent } from '@skill-state/protocol/meter'
import { resultText, ToolWorld } from '@skill-state/tools'
import { type AgentEvent, type ApprovalRequest, type CallRequest, failureOf } from '../events.ts'
import type { SessionPlace } from '../stores.ts'
import { Asked } from './asked.ts'
import type { Blueprint, Parts } from './blueprint.ts'
import { Channel } from './channel.ts'
import { type Called, calls, conversation, type Said } from './conversation.ts'
import { shown } from './messages.ts'
import { playTurn } from './play-turn.ts'
import { waitingApproval, waitingCall } from './waiting.ts'

export interface SendOptions {
  /** The sender's name for the message. A second delivery under the same name is ignored. */
  readonly id?: string | undefined
  /** Ends the turn at once. What was decided and not answered is settled when the session continues. */
  readonly signal?: AbortSignal | undefined
}

/** How an approval is given. */
export interface ApproveOptions<Input = JsonValue> {
  /** `ApprovalRequest.step` of the call that was looked at. */
  readonly step: number
  /** The input as it was edited. Default: as the agent wrote it. */
  readonly input?: Input | undefined
  readonly signal?: AbortSignal | undefined
}

/** The result of a call that the program around the session has executed. */
export interface AnswerOptions {
  /** `CallRequest.step` of the call. */
  readonly step: number
  /** A text as it is, anything else as JSON. */
  readonly result: JsonValue | undefined
  /** True if the tool failed: the patch that came with the call is undone. Default false. */
  readonly failed?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

type Events = AsyncGenerator<AgentEvent, void, undefined>

/**
 * One conversation with an agent, kept in a journal: each message, decision, approval and result is on record before the
 * next thing happens, so any process can continue where another one stopped.
 */
export class Session<State = JsonObject> {
  readonly id: string
  readonly #parts: Parts
  /** What was streamed of the reply of the step. */
  #streamed = ''
  /** The turn under way; the next one waits for it. */
  #turn: Promise<unknown> = Promise.resolve()
  #closed = false

  /** Use `agent(…).open`. */
  constructor(id: string, agent: Blueprint, place: SessionPlace) {
    this.id = id
    const journal = openJournal(place.journal, { skill: agent.skill, id })
    const world = new ToolWorld({
      ...agent.world,
      results: place.results,
      now: () => journal.position,
      events: {
        toolStarted: (call) => this.#parts.emit({ type: 'tool-started', ...call }),
        toolEnded: (call) => this.#parts.emit({ type: 'tool-ended', ...call }),
        said: (reply) => this.#said(reply),
      },
    })
    const { observation: first } = journal.position
    const asked = new Asked(agent, place.journal)
    this.#parts = {
      agent,
      place,
      journal,
      world,
      asked,
      ledger: new Ledger({
        limits: [agent.limits.session, agent.limits.message],
        recorded: () => journal.position.spent,
        record: (spent) => {
          journal.spent({ ...spent })
          return place.flush?.()
        },
        onWarning: agent.onWarning,
      }),
      emit: () => {},
    }
    if (first) void world.restore({ seed: 0, first, steps: [] })
  }

  /** Σ_t now. It never changes; ask again after a turn. */
  get state(): Readonly<State> {
    return this.#parts.journal.position.state.toJSON() as Readonly<State>
  }

  /** Steps so far. */
  get steps(): number {
    return this.#parts.journal.position.index
  }

  /** What the session has used so far, over all of its processes. */
  get spent(): Spent {
    return this.#parts.ledger.spent
  }

  /** True once the agent has finished. No message can be sent then. */
  get ended(): boolean {
    return this.#parts.journal.position.observation?.done === true
  }

  /** True if the session waits for a message and has nothing else to do. */
  get idle(): boolean {
    const { pending, observation, inbox = [] } = this.#parts.journal.position
    const begun = observation !== undefined && !observation.waiting
    return !begun && pending === undefined && inbox.length === 0
  }

  /** True if a message with this id was sent. The last 50 ids are known. */
  hasReceived(id: string): boolean {
    return this.#parts.journal.position.receivedIds?.includes(id) === true
  }

  /** The call that waits for approval; undefined if none does. */
  get approval(): ApprovalRequest | undefined {
    return waitingApproval(this.#parts.journal)
  }

  /** The call that waits for its result, because its tool has no `execute`; undefined if none does. */
  get call(): CallRequest | undefined {
    return waitingCall(this.#parts.journal)
  }

  /** The last messages of the conversation, oldest first: of the records that this process has loaded, which a database may limit. */
  messages(most: number): readonly Said[] {
    return conversation(this.#parts.place.journal, most)
  }

  /** The last calls that the agent decided on, oldest first. */
  calls(most: number): readonly Called[] {
    return calls(this.#parts.place.journal, most)
  }

  /**
   * Tells the agent something and runs until it has replied, needs an approval, has finished, or reaches a limit. The
   * message is on record once the iteration has begun. If another turn is under way, or a call waits for approval, the
   * message waits for its turn.
   */
  async *send(text: string, { id, signal }: SendOptions = {}): Events {
    this.#check()
    if (this.ended) throw misuse(`session "${this.id}" has ended: open one with another id`)
    if (text.trim() === '') throw misuse('a message needs a text')
    if (id === undefined || !this.hasReceived(id)) {
      this.#parts.journal.received({ text, id })
      await this.#parts.place.flush?.()
    }
    yield* this.#take(undefined, signal)
  }

  /** Approves the call that waits, and continues. Throws `journal-misuse` if another call waits, or none. */
  async *approve({ step, input, signal }: ApproveOptions): Events {
    const { tool } = this.#waitingCall(step)
    const edited = input === undefined ? {} : { action: { [tool]: input } }
    yield* this.#take({ approved: true, ...edited }, signal)
  }

  /** Denies the call that waits, tells the agent why, and continues. The patch that came with the call is undone. */
  async *deny({ step, reason, signal }: { step: number; reason: string; signal?: AbortSignal }): Events {
    const { tool } = this.#waitingCall(step)
    const denial = `The call of ${tool} was denied, and nothing was done: ${reason}`
    const text = shown(this.#parts, { results: [denial] })
    yield* this.#take({ text, done: false, refused: true }, signal)
  }

  /** Gives the result of the call that waits for it, and continues. Throws `journal-misuse` if another call waits, or none. */
  async *answer({ step, result, failed = false, signal }: AnswerOptions): Events {
    this.#check()
    const { call } = this
    if (call?.step !== step) {
      const found = call === undefined ? 'no call waits' : `step ${call.step} waits`
      throw misuse(`session "${this.id}": step ${step} does not wait for a result: ${found}`)
    }
    const whole = resultText(result)
    const text = shown(this.#parts, { results: [this.#parts.world.fit(whole)] })
    const outcome = failed
      ? { refused: true }
      : { evidence: [{ tool: call.tool, input: call.input, text: whole }] }
    yield* this.#take({ text, done: false, ...outcome }, signal)
  }

  /** Goes on after a crash or a limit, without anything new. Does nothing if the session waits. */
  async *resume({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Events {
    this.#check()
    yield* this.#take(undefined, signal)
  }

  /** Closes the journal. The session can be opened again. */
  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    await this.#turn.catch(() => {})
    await this.#parts.place.close()
  }

  /** What the model did not stream of a reply is given as one piece, so `reply-text` is always the whole reply. */
  #said({
    step,
    text,
    final,
  }: {
    readonly step: number
    readonly text: string
    readonly final: boolean
  }): void {
    const streamed = this.#streamed
    const rest = streamed.endsWith(text) ? '' : text.startsWith(streamed) ? text.slice(streamed.length) : text
    if (rest !== '') this.#parts.emit({ type: 'reply-text', step, text: rest })
    this.#parts.emit({ type: 'reply', step, text, final })
  }

  #check(): void {
    if (this.#closed) throw misuse(`session "${this.id}" is closed: open it again`)
  }

  #waitingCall(step: number): ApprovalRequest {
    this.#check()
    const { approval } = this
    if (approval?.step === step) return approval
    const found = approval === undefined ? 'no call waits' : `step ${approval.step} waits`
    throw misuse(`session "${this.id}": step ${step} does not wait for an approval: ${found}`)
  }

  /** Runs one turn after those under way, and yields what happens. */
  async *#take(answer: RunSkillOptions['resumeWith'], signal: AbortSignal | undefined): Events {
    const earlier = this.#turn
    const abort = new AbortController()
    const stop = signal ? AbortSignal.any([signal, abort.signal]) : abort.signal
    const channel = new Channel<AgentEvent>()
    const work = (async () => {
      await earlier.catch(() => {})
      this.#parts.emit = (event) => {
        if (event.type === 'model-called') this.#streamed = ''
        if (event.type === 'reply-text') this.#streamed += event.text
        this.#parts.agent.observe?.(event, this.id)
        channel.push(event)
      }
      try {
        this.#parts.emit({ type: 'turn-started' })
        const reason = await playTurn(this.#parts, answer, stop)
        this.#parts.emit({ type: 'turn-ended', reason })
        channel.end()
      } catch (error) {
        this.#parts.emit(failureOf(error))
        channel.fail(error)
      } finally {
        this.#parts.emit = () => {}
      }
    })()
    this.#turn = work
    let isOver = false
    try {
      yield* channel
      isOver = true
    } finally {
      if (!isOver) abort.abort(new Error('the turn was abandoned'))
      await work
    }
  }
}

function misuse(message: string): SkillStateError {
  return new SkillStateError('journal-misuse', message)
}
