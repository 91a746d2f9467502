import { openJournal } from '@skill-state/core/journal'
import {
  callsOf,
  type JsonObject,
  type JsonValue,
  type Part,
  reasonOf,
  SkillStateError,
} from '@skill-state/protocol'
import { Ledger, type Spent } from '@skill-state/protocol/meter'
import { ToolWorld } from '@skill-state/tools'
import {
  type AgentEvent,
  type AnyInputs,
  type ApprovalRequest,
  type CallRequest,
  type Ending,
  failureOf,
} from '../events.ts'
import type { SessionPlace } from '../stores.ts'
import type { Turn, TurnEvents } from '../turn.ts'
import { asking } from './asked.ts'
import type { Blueprint, Parts } from './blueprint.ts'
import { Channel } from './channel.ts'
import { type Called, calledIn, lastAction, lastOf, type Said, saidIn } from './conversation.ts'
import { Holder } from './holder.ts'
import { outside } from './outside.ts'
import { keeping } from './parts.ts'
import { closeTurn, type Given, keep, placeOf, playTurn } from './play-turn.ts'
import { notNoted } from './reply/not-noted.ts'
import { type Spending, spendingIn } from './spending.ts'
import { atRest, type Message } from './view.ts'
import { stepOf, waitingFor } from './waiting.ts'

interface SendOptions {
  /** The sender's name for the message. A second delivery under the same name is ignored. */
  readonly id?: string | undefined
  /** Images and files: up to 4, of 3.75 MB each. The model is shown them while the message is answered, and as long as the state names them. */
  readonly parts?: readonly Part[] | undefined
  /** What the model is told beside the message, as a notice of the runtime. */
  readonly notice?: string | undefined
  /** Stops the turn: its message is closed, and what was executing is settled. */
  readonly signal?: AbortSignal | undefined
}

/** The call that waits, as it was looked at. */
interface OfCall {
  /** `step` of the `ApprovalRequest` or `CallRequest`. */
  readonly step: number
  /** `call` of it, if that has one. */
  readonly call?: number | undefined
  readonly signal?: AbortSignal | undefined
}

interface ApproveOptions<Input = JsonValue> extends OfCall {
  /** The input as it was edited. Default: as the agent wrote it. */
  readonly input?: Input | undefined
}

interface DenyOptions extends OfCall {
  /** The model reads it. */
  readonly reason: string
}

/** The result of a call that the program around the session has executed. */
export interface AnswerOptions extends OfCall {
  /** A text as it is, anything else as JSON; images and files as a tool returns them. */
  readonly result: JsonValue | undefined
  /** True if the tool failed: what was written with the call is then in doubt. Default false. */
  readonly failed?: boolean | undefined
  /** True if a person did not allow the call, and nothing was done. Default false. */
  readonly denied?: boolean | undefined
  /** True if nothing is left to do for the message: the model is shown the result with the next one. Default false. */
  readonly final?: boolean | undefined
}

/** What a session is opened with, apart from its store. */
type Beginning = Pick<Parts, 'context' | 'seed'> & { readonly initialState: JsonObject | undefined }

interface Command {
  readonly signal?: AbortSignal | undefined
  readonly message?: Message | undefined
  /** What the turn continues with, asked when the command takes effect. Throws for misuse. */
  readonly begin?: (() => Given | undefined | Promise<undefined>) | undefined
}

/**
 * One conversation with an agent, kept in a journal: each message, decision, approval and result is on record before the
 * next thing happens, so any process can continue where another one stopped. Its commands take effect one after the other.
 */
export class Session<State = JsonObject, Inputs = AnyInputs> {
  readonly id: string
  readonly #parts: Parts
  /** What was streamed of the reply of the step. */
  #streamed = ''
  /** The last command; the next one takes effect after it. */
  #last: Promise<unknown> = Promise.resolve()
  readonly #holder: Holder
  readonly #aborts = new Set<AbortController>()
  /** Messages whose `send` is in the queue: no other command plays them. */
  readonly #sending = new Set<Message>()
  #closed = false

  /** Use `agent(…).open`. */
  constructor(id: string, agent: Blueprint, place: SessionPlace, beginning: Beginning) {
    const { context, initialState, seed } = beginning
    this.id = id
    this.#holder = new Holder(place)
    const journal = openJournal(place.journal, { ...agent, id, initialState, writesLater: true })
    const world = new ToolWorld({
      ...agent.world,
      context,
      // Without `clear`: the images of the first message are kept before its turn begins.
      results: {
        keep: (handle, text) => place.results.keep(handle, text),
        read: (handle) => place.results.read(handle),
      },
      attach: keeping(place.results, agent.model.capabilities?.sees),
      now: () => ({ index: stepOf(journal.position), state: journal.position.state }),
      around: (key, signal, call) => outside(this.#parts, key, signal, call),
      events: {
        toolStarted: (call) => {
          this.#parts.notExecuted.delete(placeOf(journal.position.index, call.call))
          this.#parts.emit({ type: 'tool-started', ...call })
        },
        toolEnded: (call) => this.#parts.emit({ type: 'tool-ended', ...call }),
        said: (reply) => this.#said(reply),
      },
    })
    const { observation: first } = journal.position
    this.#parts = {
      agent,
      place,
      journal,
      world,
      context,
      seed,
      asked: asking(agent, place),
      ledger: new Ledger({
        limits: [agent.limits.session, agent.limits.message],
        recorded: () => journal.position.spent,
        record: (spent) => keep(this.#parts, () => journal.spent({ ...spent })),
        onWarning: agent.onWarning,
        clock: place.host?.clock,
      }),
      emit: () => {},
      notExecuted: new Set(),
    }
    if (first) void world.restore({ seed: 0, first, steps: [] })
  }

  /** Records a migration of the state, unless another process runs a turn: the next record of this one then comes after it. */
  async recordMigration(): Promise<void> {
    const { journal } = this.#parts
    if (!journal.recordMigration) return
    try {
      await this.#holder.take()
      await keep(this.#parts, () => journal.recordMigration?.())
    } catch (error) {
      if (!(error instanceof SkillStateError) || error.code !== 'journal-conflict') throw error
    } finally {
      await this.#holder.leave()
    }
  }

  /** Σ_t now. It never changes; ask again after a turn. */
  get state(): Readonly<State> {
    return this.#parts.journal.position.state.toJSON() as Readonly<State>
  }

  /** Steps so far, those that were taken back included. */
  get steps(): number {
    return stepOf(this.#parts.journal.position)
  }

  /** What the session has used so far, over all of its processes. */
  get spent(): Spent {
    return this.#parts.ledger.spent
  }

  /** The same by part: instructions, tools, schema, state, observation and reply. Reads the session's whole journal. */
  spending(): Spending {
    return spendingIn(this.#parts.place.journal)
  }

  /** True once the agent has finished. No message can be sent then. */
  get ended(): boolean {
    return this.#parts.journal.position.observation?.done === true
  }

  /** True if the session waits for a message and has nothing else to do. */
  get idle(): boolean {
    const { pending, observation, inbox } = this.#parts.journal.position
    const begun = observation !== undefined && !observation.waiting
    return !begun && pending === undefined && !inbox?.length
  }

  /** True if a message with this id was sent. The last 50 ids are known. */
  hasReceived(id: string): boolean {
    return this.#parts.journal.position.receivedIds?.includes(id) === true
  }

  /** The first call that waits for approval; undefined if none does. */
  get approval(): ApprovalRequest<Inputs> | undefined {
    return this.approvals[0]
  }

  /** All calls that wait for approval: a step may make several. */
  get approvals(): readonly ApprovalRequest<Inputs>[] {
    return waitingFor(this.#parts.journal, 'approval') as readonly ApprovalRequest<Inputs>[]
  }

  /** The first call that waits for its result, because its tool has no `execute`; undefined if none does. */
  get call(): CallRequest<Inputs> | undefined {
    return this.requests[0]
  }

  /** All calls that wait for their results. */
  get requests(): readonly CallRequest<Inputs>[] {
    return waitingFor(this.#parts.journal, 'result') as readonly CallRequest<Inputs>[]
  }

  /** The last messages of the conversation, oldest first: of the records that this process has loaded, which a database may limit. */
  messages(most: number): readonly Said[] {
    return lastOf(this.#parts.place.journal, most, saidIn)
  }

  /** The last calls that the agent decided on, oldest first. */
  calls(most: number): readonly Called[] {
    return lastOf(this.#parts.place.journal, most, calledIn)
  }

  /**
   * Tells the agent something. The message is on record at once, and its turn runs after those before it, until the agent has
   * replied or the turn has ended otherwise. If a call waits for approval, the message waits too.
   */
  send(given: string, { id, parts, notice, signal }: SendOptions = {}): TurnEvents<State, Inputs> {
    try {
      this.#check()
      if (this.ended) throw misuse(`session "${this.id}" has ended: open one with another id`)
      const content = { parts: [...(parts ?? []), { type: 'text', text: given }] }
      if (typeof given !== 'string' || (given.trim() === '' && !parts?.length))
        throw misuse('a message needs a text')
      if (!this.#parts.world.hasParts(content))
        throw misuse('parts: expected images and files, each with a type, a mediaType and its data in base64')
      if (id !== undefined && this.hasReceived(id)) return this.#enter({ signal })
      const text = parts ? this.#parts.world.textOf(content) : given
      return this.#enter({ signal, message: { text, id, notice } })
    } catch (error) {
      return this.#enter({ begin: () => Promise.reject(error) })
    }
  }

  /** Tells the agent something, and returns what came of it. Throws only for misuse and if the store fails. */
  async ask(text: string, options: SendOptions = {}): Promise<Turn<State, Inputs>> {
    return await this.send(text, options).turn
  }

  /** Approves the call that waits, and continues. Throws `journal-misuse` if another call waits by then, or none. */
  approve({ step, call, input, signal }: ApproveOptions<Inputs[keyof Inputs]>): TurnEvents<State, Inputs> {
    const begin = (): Given => {
      const { tool, call: at } = this.#waiting('approval', step, call)
      const edited = input === undefined ? {} : { action: { [tool]: input as JsonValue } }
      return { resumeWith: { approved: true, ...edited }, call: at }
    }
    return this.#enter({ signal, begin })
  }

  /** Denies the call that waits, tells the agent why, and continues. Throws as `approve` does. */
  deny({ step, call, reason, signal }: DenyOptions): TurnEvents<State, Inputs> {
    const begin = (): Given => {
      const { tool, call: at } = this.#waiting('approval', step, call)
      const text = `The call of ${tool} was denied, and nothing was done: ${reason}`
      return { resumeWith: { text, done: false, refused: true }, outcome: 'denied', call: at }
    }
    return this.#enter({ signal, begin })
  }

  /** Gives the result of the call that waits for it, and continues. Throws `journal-misuse` if another call waits by then, or none. */
  answer({ step, call, result, failed, denied, final, signal }: AnswerOptions): TurnEvents<State, Inputs> {
    const begin = (): Given => {
      const { tool, input, call: at } = this.#waiting('call', step, call)
      const whole = this.#parts.world.textOf(result)
      const { pending } = this.#parts.journal.position
      const list = at === undefined ? undefined : callsOf(pending?.action)
      const place = list && { index: at ?? 0, of: list.length }
      const text = this.#parts.world.fit(whole, 'result', place)
      if (denied) return { resumeWith: { text, done: false, refused: true }, outcome: 'denied', call: at }
      const outcome = failed ? { refused: true } : { evidence: [{ tool, input, text: whole }] }
      return { resumeWith: final ? atRest(text, outcome) : { text, done: false, ...outcome }, call: at }
    }
    return this.#enter({ signal, begin })
  }

  /** Goes on after a crash, an outage or a limit of the session, without anything new. Does nothing if the session waits. */
  resume({ signal }: { readonly signal?: AbortSignal | undefined } = {}): TurnEvents<State, Inputs> {
    return this.#enter({ signal })
  }

  /**
   * Stops the turn under way and withdraws all that was sent and not answered. Returns once that is on record: nothing of
   * it will be done. The model is told with the next message.
   */
  async stop(): Promise<void> {
    this.#check()
    const begun = this.#begin()
    const withdrawn = new Set(this.#parts.journal.position.inbox)
    for (const abort of this.#aborts) abort.abort(new Error('stopped by the user'))
    const work = this.#last.then(async () => {
      try {
        await begun
        await closeTurn(this.#parts, { end: 'stopped', reasons: ['stopped by the user'] })
        for (const message of withdrawn) await this.#withdraw(message)
      } finally {
        await this.#holder.leave()
      }
    })
    this.#last = work.catch(() => {})
    await work
  }

  /** Closes the journal, after the turns under way. The session can be opened again. */
  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    await this.#last
    await this.#parts.place.close()
  }

  /** What the model did not stream of a reply is given as one piece, so `reply-text` is always the whole reply. */
  #said({ step, text, final }: Omit<Extract<AgentEvent, { type: 'reply' }>, 'type'>): void {
    const streamed = this.#streamed
    const rest = streamed.endsWith(text) ? '' : text.startsWith(streamed) ? text.slice(streamed.length) : text
    if (rest !== '') this.#parts.emit({ type: 'reply-text', step, text: rest })
    this.#parts.emit({ type: 'reply', step, text, final })
    const { state, pending, turn } = this.#parts.journal.position
    const kept = (): string => state.text + JSON.stringify([pending?.patch, turn?.calls])
    const values = notNoted(text, turn?.message, kept)
    if (values.length > 0) this.#parts.emit({ type: 'not-noted', step, values })
  }

  #check(): void {
    if (this.#closed) throw misuse(`session "${this.id}" is closed: open it again`)
  }

  #waiting(what: 'approval' | 'call', step: number, given: number | undefined): CallRequest {
    const all: readonly CallRequest[] = what === 'approval' ? this.approvals : this.requests
    // Of a list in which one call alone was ever asked about, it is that one.
    const { calls = [] } = this.#parts.journal.position.pending ?? {}
    const asked = calls.filter(({ waiting, approved, outcome }) => waiting ?? approved ?? outcome)
    const call = given ?? (asked.length === 1 ? all[0]?.call : undefined)
    const found = all.find((each) => each.step === step && each.call === call) ?? all[0]
    if (found?.step === step && found.call === call) return found
    if (found?.step === step)
      throw misuse(
        `session "${this.id}": step ${step} has several calls, of which ${all.map((each) => each.call).join(' and ')} wait: name one with "call"`,
      )
    const purpose = what === 'approval' ? 'an approval' : 'a result'
    const now = found === undefined ? 'no call waits' : `step ${found.step} waits`
    throw misuse(`session "${this.id}": step ${step} does not wait for ${purpose}: ${now}`)
  }

  /** Takes the session and has the message recorded: at once if the store can. The command throws what this throws. */
  #begin(message?: Message): Promise<unknown> {
    const begin = async (): Promise<unknown> =>
      await Promise.all([
        this.#holder.take(),
        message && keep(this.#parts, () => this.#parts.journal.received(message)),
      ])
    const begun = begin()
    begun.catch(() => {})
    return begun
  }

  #enter(command: Command): TurnEvents<State, Inputs> {
    const { message } = command
    const channel = new Channel<AgentEvent<Inputs>>()
    const abort = new AbortController()
    const relay = (): void => abort.abort(command.signal?.reason)
    if (command.signal?.aborted) relay()
    command.signal?.addEventListener('abort', relay, { once: true })
    const isClosed = this.#closed
    const begun = this.#begin(message)
    this.#aborts.add(abort)
    if (message) this.#sending.add(message)
    const turn = this.#last.then(async () => {
      try {
        if (isClosed) this.#check()
        await begun
        return await this.#run(command, abort.signal, channel as Channel<AgentEvent>)
      } catch (error) {
        channel.fail(error)
        throw error
      } finally {
        await this.#holder.leave()
        channel.end()
        command.signal?.removeEventListener('abort', relay)
        this.#aborts.delete(abort)
        if (message) this.#sending.delete(message)
      }
    })
    this.#last = turn.catch(() => {})
    return {
      turn,
      [Symbol.asyncIterator]: () => {
        turn.catch(() => {}) // the iteration throws it
        return channel[Symbol.asyncIterator]()
      },
    }
  }

  /** Runs the turns of a command: up to that of its message, or those that no other command plays. */
  async #run(
    { message, begin }: Command,
    signal: AbortSignal,
    channel: Channel<AgentEvent>,
  ): Promise<Turn<State, Inputs>> {
    let given = await begin?.()
    const said: string[] = []
    let ending = BEFORE_IT_BEGAN
    if (signal.aborted) channel.push({ type: 'turn-ended', ...ending })
    while (!signal.aborted) {
      ending = await this.#turn(given, signal, message, (event) => {
        if (event.type === 'turn-started') said.length = 0
        if (event.type === 'reply') said.push(event.text)
        channel.push(event)
      })
      given = undefined
      const goesOn = !ending.resumable && GOES_ON.includes(ending.end) && this.#isNextMine(message)
      if (!goesOn) break
    }
    if (signal.aborted && message && (await this.#withdraw(message)) && ending.end !== 'stopped') {
      ending = BEFORE_IT_BEGAN // the turns were those of messages before it
      said.length = 0
      channel.push({ type: 'turn-ended', ...ending })
    }
    if (said.length === 0 && ending.end === 'replied') said.push(...this.#lastReply())
    const { id, state, approval, call, steps, spent } = this
    const output = ending.end === 'replied' ? await this.#output() : undefined
    return { session: id, ...ending, reply: said.join('\n\n'), output, state, approval, call, steps, spent }
  }

  async #turn(
    given: Given | undefined,
    signal: AbortSignal,
    message: Message | undefined,
    push: (event: AgentEvent) => void,
  ): Promise<Ending> {
    const parts = this.#parts
    parts.deaf = undefined
    parts.emit = (event) => {
      if (event.type === 'model-called') this.#streamed = ''
      if (event.type === 'reply-text') this.#streamed += event.text
      this.#observe(event)
      push(event)
    }
    try {
      parts.emit({ type: 'turn-started' })
      const ending = await playTurn(
        parts,
        given,
        signal,
        (next) => message !== undefined || !this.#sending.has(next),
      )
      parts.emit({ type: 'turn-ended', ...ending })
      return ending
    } catch (error) {
      parts.emit(failureOf(error))
      throw error
    } finally {
      parts.emit = () => {}
    }
  }

  /** Tells the observer. What it throws ends its hearing and, before the next step, the turn. */
  #observe(event: AgentEvent): void {
    const { agent, deaf } = this.#parts
    if (deaf !== undefined) return
    try {
      agent.onEvent?.(event, this.id)
    } catch (error) {
      this.#parts.deaf = `the observer of the agent threw: ${reasonOf(error)}`
      agent.onWarning(`session "${this.id}": ${this.#parts.deaf}`)
    }
  }

  /** Whether the command has to play the next message: its own, one before it, or one that no other command plays. */
  #isNextMine(message: Message | undefined): boolean {
    const { inbox, observation } = this.#parts.journal.position
    const next = inbox?.at(0)
    if (next === undefined || observation?.done) return false
    if (next !== message && this.#sending.has(next)) return false // it was sent later
    return message === undefined || inbox?.indexOf(message) !== -1
  }

  /** Takes a message out of the inbox. False if it is not there any more. */
  async #withdraw(message: Message): Promise<boolean> {
    const at = this.#parts.journal.position.inbox?.indexOf(message) ?? -1
    await keep(this.#parts, () => {
      if (at >= 0) this.#parts.journal.withdrawn(at, 1)
    })
    return at >= 0
  }

  /** What the turn resulted in. Its library has taken it before, when it was given. */
  async #output(): Promise<Turn<State, Inputs>['output']> {
    const { place, agent, world } = this.#parts
    const action = agent.world.output && lastAction(place.journal)
    const result = action === undefined ? undefined : await world.outputIn(action)
    return result?.ok ? (result.value as Turn<State, Inputs>['output']) : undefined
  }

  #lastReply(): readonly string[] {
    const [last] = this.messages(1)
    return last?.by === 'agent' ? [last.text] : []
  }
}

const BEFORE_IT_BEGAN: Ending = { end: 'stopped', reasons: ['stopped before it began'] }

/** Ends after which the next message is played. */
const GOES_ON: readonly Ending['end'][] = ['replied', 'failed', 'limit', 'stopped']

function misuse(message: string): SkillStateError {
  return new SkillStateError('journal-misuse', message)
}
