import {
  applyPatch,
  type CompiledSkill,
  type Journal,
  type JournalMessage,
  parseReply,
  type RunSkillOptions,
  runSkill,
} from '@skill-state/core'
import { captured } from '@skill-state/core/capture'
import { type OpenJournal, openJournal } from '@skill-state/core/journal'
import {
  type JsonObject,
  type JsonValue,
  type Model,
  type Observation,
  type RuntimeEnvironment,
  SkillStateError,
} from '@skill-state/protocol'
import { resultText, ToolWorld, type ToolWorldOptions } from '@skill-state/tools'
import {
  type AgentEvent,
  type ApprovalRequest,
  type CallRequest,
  failureOf,
  type Spent,
  type TurnEnd,
} from '../events.ts'
import type { SessionPlace } from '../stores.ts'
import { Asked } from './asked.ts'
import { Channel } from './channel.ts'
import { type Called, callOf, calls, conversation, type Said } from './conversation.ts'
import { LimitReached, type Limits, NOTHING_SPENT } from './meter.ts'
import { metered } from './metered.ts'
import { RECENT_CHARS } from './recent.ts'

/** What an agent is made of, checked and compiled once. */
export interface Blueprint {
  readonly skill: CompiledSkill
  readonly model: Model
  readonly world: Required<Pick<ToolWorldOptions, 'tools' | 'conversation' | 'maxResultChars'>>
  readonly recent: number
  readonly limits: { readonly session: Limits; readonly message: Limits }
  readonly run: Pick<RunSkillOptions, 'answer' | 'encoding' | 'prompt' | 'guards' | 'capture' | 'attempts'>
  /** Most UTF-16 units of an observation with the recent messages above it. */
  readonly maxObservationChars: number
  readonly observe?: ((event: AgentEvent, session: string) => void) | undefined
}

export interface SendOptions {
  /** The sender's name for the message. A second delivery under the same name is ignored. */
  readonly id?: string | undefined
  /** Ends the turn at once. What was decided and not answered is settled when the session goes on. */
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
 * next thing happens, so any process can go on where another one stopped.
 */
export class Session<State = JsonObject> {
  readonly id: string
  readonly #agent: Blueprint
  readonly #place: SessionPlace
  readonly #journal: OpenJournal
  readonly #world: ToolWorld
  #emit: (event: AgentEvent) => void = () => {}
  /** What was streamed of the reply of the step. */
  #streamed = ''
  /** The turn under way; the next one waits for it. */
  #turn: Promise<unknown> = Promise.resolve()
  #spent: Spent
  readonly #asked: Asked
  #closed = false

  /** Use `agent(…).open`. */
  constructor(id: string, agent: Blueprint, place: SessionPlace) {
    this.id = id
    this.#agent = agent
    this.#place = place
    this.#asked = new Asked(agent, place.journal)
    this.#journal = openJournal(place.journal, { skill: agent.skill, id })
    this.#spent = { ...NOTHING_SPENT, ...this.#journal.position.spent }
    this.#world = new ToolWorld({
      ...agent.world,
      results: place.results,
      now: () => this.#journal.position,
      events: {
        toolStarted: (call) => this.#emit({ type: 'tool-started', ...call }),
        toolEnded: (call) => this.#emit({ type: 'tool-ended', ...call }),
        said: (reply) => this.#said(reply),
      },
    })
    const { observation: first } = this.#journal.position
    if (first) void this.#world.restore({ seed: 0, first, steps: [] })
  }

  /** Σ_t now. It never changes; ask again after a turn. */
  get state(): Readonly<State> {
    return this.#journal.position.state.toJSON() as Readonly<State>
  }

  /** Steps so far. */
  get steps(): number {
    return this.#journal.position.index
  }

  /** What the session has used so far, over all of its processes. */
  get spent(): Spent {
    return this.#spent
  }

  /** True once the agent has finished. No message can be sent then. */
  get ended(): boolean {
    return this.#journal.position.observation?.done === true
  }

  /** True if the session waits for a message and has nothing else to do. */
  get idle(): boolean {
    const { pending, observation, inbox = [] } = this.#journal.position
    const begun = observation !== undefined && !observation.waiting
    return !begun && pending === undefined && inbox.length === 0
  }

  /** True if a message with this id was sent. The last 50 ids are known. */
  hasReceived(id: string): boolean {
    return this.#journal.position.receivedIds?.includes(id) === true
  }

  /** The call that waits for approval; undefined if none does. */
  get approval(): ApprovalRequest | undefined {
    const { waiting } = this.#journal.position.pending ?? {}
    return waiting?.for === 'approval' ? { ...this.#pendingCall(), reason: waiting.reason } : undefined
  }

  /** The call that waits for its result, because its tool has no `execute`; undefined if none does. */
  get call(): CallRequest | undefined {
    return this.#journal.position.pending?.waiting?.for === 'result' ? this.#pendingCall() : undefined
  }

  /** The last messages of the conversation, oldest first: of the records that this process has loaded, which a database may limit. */
  messages(most: number): readonly Said[] {
    return conversation(this.#place.journal, most)
  }

  /** The last calls that the agent decided on, oldest first. */
  calls(most: number): readonly Called[] {
    return calls(this.#place.journal, most)
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
      this.#journal.received({ text, id })
      await this.#place.flush?.()
    }
    yield* this.#take(undefined, signal)
  }

  /** Approves the call that waits, and goes on. Throws `journal-misuse` if another call waits, or none. */
  async *approve({ step, input, signal }: ApproveOptions): Events {
    const { tool } = this.#waitingCall(step)
    const edited = input === undefined ? {} : { action: { [tool]: input } }
    yield* this.#take({ approved: true, ...edited }, signal)
  }

  /** Denies the call that waits, tells the agent why, and goes on. The patch that came with the call is undone. */
  async *deny({ step, reason, signal }: { step: number; reason: string; signal?: AbortSignal }): Events {
    const { tool } = this.#waitingCall(step)
    const text = `The call of ${tool} was denied, and nothing was done: ${reason}`
    yield* this.#take({ text, done: false, refused: true }, signal)
  }

  /** Gives the result of the call that waits for it, and goes on. Throws `journal-misuse` if another call waits, or none. */
  async *answer({ step, result, failed = false, signal }: AnswerOptions): Events {
    this.#check()
    const { call } = this
    if (call?.step !== step) {
      const found = call === undefined ? 'no call waits' : `step ${call.step} waits`
      throw misuse(`session "${this.id}": step ${step} does not wait for a result: ${found}`)
    }
    const whole = resultText(result)
    const text = this.#withRecent(this.#world.fit(whole))
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
    await this.#place.close()
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
    if (rest !== '') this.#emit({ type: 'reply-text', step, text: rest })
    this.#emit({ type: 'reply', step, text, final })
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

  #pendingCall(): CallRequest {
    const { index, pending } = this.#journal.position
    const [tool = '', input = null] = (pending && callOf(pending.action)) ?? []
    return { step: index, tool, input }
  }

  /** Runs one turn after those under way, and yields what happens. */
  async *#take(answer: RunSkillOptions['resumeWith'], signal: AbortSignal | undefined): Events {
    const earlier = this.#turn
    const abort = new AbortController()
    const stop = signal ? AbortSignal.any([signal, abort.signal]) : abort.signal
    const channel = new Channel<AgentEvent>()
    const work = (async () => {
      await earlier.catch(() => {})
      this.#emit = (event) => {
        if (event.type === 'model-called') this.#streamed = ''
        if (event.type === 'reply-text') this.#streamed += event.text
        this.#agent.observe?.(event, this.id)
        channel.push(event)
      }
      try {
        this.#emit({ type: 'turn-started' })
        const reason = await this.#play(answer, stop)
        this.#emit({ type: 'turn-ended', reason })
        channel.end()
      } catch (error) {
        this.#emit(failureOf(error))
        channel.fail(error)
      } finally {
        this.#emit = () => {}
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

  /** Runs until the session waits for somebody and nothing is left in its inbox. */
  async #play(given: RunSkillOptions['resumeWith'], signal: AbortSignal): Promise<TurnEnd> {
    const before = { spent: this.#spent, steps: this.steps, deadline: this.#deadline() }
    let answer = given
    try {
      for (;;) {
        const { pending, observation } = this.#journal.position
        if (observation?.done) return 'finished'
        if (pending?.waiting && !answer) return this.#ask()
        if (observation?.waiting && !pending) {
          const message = this.#nextMessage()
          if (message === undefined) return 'replied'
          this.#journal.resumed(this.steps, message.observation, message.taken)
          await this.#place.flush?.()
        }
        await this.#steps(answer, before, signal)
        answer = undefined
      }
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error
      const { limit, spent, most } = error
      this.#emit({ type: 'limit-reached', limit, spent, most })
      return 'limit'
    }
  }

  async #steps(
    resumeWith: RunSkillOptions['resumeWith'],
    before: { readonly spent: Spent; readonly steps: number; readonly deadline: readonly Deadline[] },
    signal: AbortSignal,
  ): Promise<void> {
    const { skill, model, limits, run, maxObservationChars } = this.#agent
    const step = (): number => this.steps
    const emit = (event: AgentEvent): void => this.#emit(event)
    const steps = runSkill(
      {
        skill: skill.skill,
        environment: this.#environment(),
        model: metered(model, {
          limits,
          spent: () => this.#spent,
          before: before.spent,
          spend: (spent) => {
            this.#spent = spent
          },
          step,
          stateChars: () => this.#journal.position.state.text.length,
          mayStream: (answer) => this.#mayStream(answer),
          emit,
        }),
        signal,
      },
      {
        ...run,
        commit: 'after-accept',
        maxObservationChars,
        journal: this.#recording(),
        resumeWith,
        onUnknown: this.#unknown(),
        onRejected: ({ issues }) => emit({ type: 'patch-rejected', step: step(), issues }),
        onDecided: ({ patch = {}, reasoning }) =>
          emit({ type: 'patch-accepted', step: step(), patch, reasoning }),
      },
    )
    this.#checkSteps(before)
    for await (const _ of steps) this.#checkSteps(before)
  }

  /** Whether the patch before a reply will be accepted: a text that is streamed cannot be taken back. */
  #mayStream(answer: string): boolean {
    const isFenced = answer.split('```').length % 2 === 0
    const parsed = parseReply(`${answer}…"}}${isFenced ? '\n```' : ''}`)
    if (!parsed.ok) return false
    const { patch, ...context } = parsed.value
    return applyPatch(this.#agent.skill, this.#journal.position.state, patch, context).ok
  }

  #environment(): RuntimeEnvironment {
    const world = this.#world
    return {
      actionSchema: world.actionSchema,
      tools: world.tools,
      reset: () => world.reset(),
      step: async (action, options) => {
        const observation = await world.step(action, options)
        if (observation.waiting || observation.done) return observation
        return { ...observation, text: this.#withRecent(observation.text) }
      },
    }
  }

  #deadline(): readonly Deadline[] {
    const { session, message } = this.#agent.limits
    const now = performance.now()
    return [
      ...(message.wallTimeMs === undefined
        ? []
        : [{ scope: 'message', at: now + message.wallTimeMs, most: message.wallTimeMs }]),
      ...(session.wallTimeMs === undefined
        ? []
        : [{ scope: 'session', at: now + session.wallTimeMs, most: session.wallTimeMs }]),
    ]
  }

  #checkSteps({ steps, deadline }: { readonly steps: number; readonly deadline: readonly Deadline[] }): void {
    if (this.#isPaused()) return
    const { session, message } = this.#agent.limits
    if (session.steps !== undefined && this.steps >= session.steps) {
      throw new LimitReached('session.steps', this.steps, session.steps)
    }
    if (message.steps !== undefined && this.steps - steps >= message.steps) {
      throw new LimitReached('message.steps', this.steps - steps, message.steps)
    }
    const now = performance.now()
    const passed = deadline.find(({ at }) => now >= at)
    if (passed)
      throw new LimitReached(`${passed.scope}.wallTimeMs`, passed.most + now - passed.at, passed.most)
  }

  #isPaused(): boolean {
    const { observation, pending } = this.#journal.position
    return (
      observation?.done === true ||
      pending?.waiting !== undefined ||
      (!pending && observation?.waiting !== undefined)
    )
  }

  /** Asks for what the pending call waits for. */
  #ask(): TurnEnd {
    const { approval, call } = this
    if (approval) this.#emit({ type: 'approval-needed', ...approval })
    if (call) this.#emit({ type: 'call-needed', ...call })
    return approval ? 'approval' : 'call'
  }

  /** The messages that wait, as many as fit into one observation. */
  #nextMessage(): { readonly observation: Observation; readonly taken: number } | undefined {
    const inbox = this.#journal.position.inbox ?? []
    if (inbox.length === 0) return undefined
    const { maxObservationChars } = this.#world
    const taken: JournalMessage[] = []
    let chars = 0
    for (const message of inbox) {
      chars += message.text.length + 2
      if (taken.length > 0 && chars > maxObservationChars) break
      taken.push(message)
    }
    const said = taken.map((message) => message.text).join('\n\n')
    const text = this.#withRecent(`The user says: ${this.#world.fit(said)}`)
    const { state, observation } = this.#journal.position
    const evidence = [{ role: 'user', text: said } as const]
    return {
      observation: captured(this.#agent.skill, state, observation?.captured, { text, done: false, evidence }),
      taken: taken.length,
    }
  }

  /** A text below the last messages that the model has seen, if the agent shows some. */
  #withRecent(text: string): string {
    const { recent } = this.#agent
    if (recent === 0) return text
    let unseen = this.#journal.position.inbox?.length ?? 0
    const said = conversation(this.#place.journal, recent + unseen)
    const seen = said.toReversed().filter(({ by }) => by === 'agent' || unseen-- <= 0)
    const lines = seen.slice(0, recent).reverse().map(recentLine)
    return lines.length === 0 ? text : `${lines.join('\n')}\n\n${text}`
  }

  /** What is done about an action that was cut off; undefined if none was. */
  #unknown(): RunSkillOptions['onUnknown'] {
    const { pending } = this.#journal.position
    const [name] = (pending && callOf(pending.action)) ?? []
    if (name === undefined) return 'repeat'
    const tool = this.#agent.world.tools[name]
    // A call without `execute` was not handed to anybody yet.
    if (tool?.execute === undefined || tool.onUnknown === 'repeat') return 'repeat'
    return {
      text: `The call of ${name} was cut off. Whether it took effect is not known: find out before you repeat it.`,
      done: false,
    }
  }

  /** The journal, with what was spent on each decision; each record is safe before the next thing happens. */
  #recording(): Journal {
    const journal = this.#journal
    const safely = async (record: () => void): Promise<void> => {
      record()
      await this.#place.flush?.()
    }
    return {
      get id() {
        return journal.id
      },
      get position() {
        return journal.position
      },
      started: (observation) => safely(() => journal.started(observation)),
      decided: (decision) =>
        safely(() => journal.decided({ ...decision, asked: this.#asked.news(), spent: { ...this.#spent } })),
      answered: (answer) => safely(() => journal.answered(answer)),
      waiting: (index, waiting) => safely(() => journal.waiting(index, waiting)),
      approved: (index, action) => safely(() => journal.approved(index, action)),
      resumed: (index, observation, taken) => safely(() => journal.resumed(index, observation, taken)),
      received: (message) => safely(() => journal.received(message)),
    }
  }
}

function recentLine({ by, text }: Said): string {
  const line = `[earlier] ${by}: ${text.replaceAll(/\s+/g, ' ')}`
  return line.length < RECENT_CHARS ? line : `${line.slice(0, RECENT_CHARS - 3)}…`
}

interface Deadline {
  readonly scope: string
  readonly at: number
  readonly most: number
}

function misuse(message: string): SkillStateError {
  return new SkillStateError('journal-misuse', message)
}
