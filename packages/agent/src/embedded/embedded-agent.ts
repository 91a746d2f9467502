import { hash } from 'node:crypto'
import {
  invalidOption,
  type JsonObject,
  type JsonValue,
  type Model,
  type ModelRequest,
  type ModelResponse,
  promptText,
  SkillStateError,
  type Usage,
} from '@skill-state/protocol'
import { type AnySchema, type AnyTool, type OutputOf, resultText } from '@skill-state/tools'
import { type Agent, type AgentOptions, agent } from '../agent.ts'
import type { AgentEvent, CallRequest, TurnEnd } from '../events.ts'
import { handleOf } from '../session/parts.ts'
import type { AnswerOptions, Session } from '../session/session.ts'
import { memorySessions, type SessionStore } from '../stores.ts'
import { type Dropped, droppedFrom } from './dropped.ts'
import { newsFor, type OwnCalls } from './handoff.ts'
import { openSessions } from './open-sessions.ts'
import {
  type Earlier,
  type Entry,
  type EntryCall,
  type Messages,
  type NewMessage,
  type News,
  seedIn,
} from './transcript.ts'

/** What a framework does not give, and the agent needs. */
export interface EmbeddedOptions<Schema extends AnySchema>
  extends Omit<AgentOptions<Schema, unknown>, 'model' | 'instructions' | 'tools' | 'output'> {
  /** Where sessions are kept. Default: in memory, gone with the process. */
  readonly sessions?: SessionStore | undefined
  /**
   * How the model calls tools. `native` (default): in its provider's own form, several at once. `text`: the prompt describes
   * them and the model answers with JSON, one call at a time, for models that cannot call tools.
   */
  readonly toolCalls?: 'native' | 'text' | undefined
  /** Media types that the framework's model reads. Default: PNG, JPEG, GIF, WebP and PDF. A line names what it does not read. */
  readonly sees?: readonly string[] | undefined
  /** Hears, after each step, what the framework's transcript holds and the model was not shown. */
  readonly onDropped?: ((dropped: Dropped) => void) | undefined
}

/** A tool that the framework executes. */
export interface EmbeddedTool {
  readonly name: string
  readonly description?: string | undefined
  /** JSON Schema of the input, an object. */
  readonly input: JsonObject
  /** A call hands the conversation over to another agent, or is the answer to the user. Default: neither. */
  readonly ends?: 'handoff' | 'answer' | undefined
}

/** The framework's model: a `Model`, or one that gives the calls of an answer apart from its text. */
interface FrameworkModel extends Omit<Model, 'generate'> {
  generate(
    request: ModelRequest,
  ): Promise<ModelResponse & { readonly calls?: readonly FrameworkCall[] | undefined }>
}

/** A call as a provider gives it, its input as JSON. */
export interface FrameworkCall {
  readonly name: string
  readonly input: string
}

/** One question of the framework: what does the model say next? */
export interface StepRequest {
  /** Names the session. Agents whose conversations are one for the framework need a `name` each. */
  readonly session: string
  /** The framework's model. It gets prompts of this agent and nothing else; tools only if its `native` is `calls`. */
  readonly model: FrameworkModel
  readonly instructions: string
  readonly tools: readonly EmbeddedTool[]
  /** All that the framework would have sent, oldest first. */
  readonly transcript: readonly Entry[]
  /** What came before it, if the framework does not hand all of it over. */
  readonly earlier?: Earlier | undefined
  /** True if the framework has asked for data in a form of its own: a text without calls is the reply, as it is. */
  readonly isData?: boolean | undefined
  readonly signal?: AbortSignal | undefined
  /** Hears what happens, such as the pieces of a reply. What it throws ends the step. */
  readonly onEvent?: ((event: AgentEvent) => void) | undefined
}

/** What the framework is told that the model has said. */
export interface StepAnswer {
  /** What the agent says to the user; empty if it only calls tools. */
  readonly text: string
  /**
   * The calls that the framework executes next, at once if it can. Their ids are the same if a crash makes the framework ask
   * again, and no other session has them, so tools can use them as idempotency keys. At most 40 of `a-z0-9_`.
   */
  readonly calls: readonly EntryCall[]
  /** `limit`: a limit of the agent was reached, and the text is empty. */
  readonly end: TurnEnd
  readonly usage: Usage
  readonly dropped: Dropped
  /** Σ after the step. The patch of calls that wait takes effect with their results. */
  readonly state: JsonObject
}

/** An agent in the loop of a framework: the framework keeps the loop, the tools and the transcript; this decides. */
export interface EmbeddedAgent<State = JsonObject> {
  /** Takes what has happened since into the session, and decides what comes next. */
  step(request: StepRequest): Promise<StepAnswer>
  /** Opens a session, to read its state. The caller closes it. */
  open(session: string): Promise<Session<State>>
}

/**
 * An agent for the loop of a framework. Each step sends (P, Σ_t, O_t) to the framework's model, takes the
 * newest message or tool results of the transcript as O_t, and leaves the rest of it out. Throws as `agent` does, at the first
 * step.
 */
export function embeddedAgent<const Schema extends AnySchema>(
  options: EmbeddedOptions<Schema>,
): EmbeddedAgent<OutputOf<Schema>> {
  const { sessions = memorySessions(), onDropped, toolCalls = 'native', sees = SEEN, ...rest } = options
  const warn = options.onWarning ?? ((warning: string) => console.warn(warning))
  const compiled = new Map<string, Agent<OutputOf<Schema>>>()
  /** The parts of the step before, which most steps have again. */
  let last: (Parts & { readonly agent: Agent<OutputOf<Schema>> }) | undefined
  const agentFor = ({ instructions, tools, isNative }: Parts): Agent<OutputOf<Schema>> => {
    if (last?.instructions === instructions && last.isNative === isNative && areSame(last.tools, tools))
      return last.agent
    const key = JSON.stringify([instructions, tools, isNative])
    const found =
      compiled.get(key) ??
      agent({
        maxCalls: isNative ? undefined : 1,
        ...rest,
        model: { ...NO_MODEL, capabilities: { native: isNative ? 'calls' : undefined, sees } },
        instructions,
        tools: toolsOf(tools),
      } as AgentOptions<Schema, unknown>)
    if (compiled.size >= MOST_COMPILED) compiled.clear()
    compiled.set(key, found)
    last = { instructions, tools, isNative, agent: found }
    return found
  }
  const inSession = openSessions<OutputOf<Schema>>(sessions)
  return {
    open: (id) => agentFor({ instructions: '', tools: [], isNative: false }).open({ id, store: sessions }),
    async step(request) {
      const { session: id, model, instructions, tools, transcript, earlier, signal } = request
      const prompts: string[] = []
      let outage: { readonly error: unknown } | undefined
      const heard: Model = {
        ...model,
        capabilities: { ...model.capabilities, sees },
        generate: async (asked) => {
          prompts.push(promptText(asked.prompt))
          try {
            const { calls = [], ...response } = await model.generate(asked)
            return { ...response, text: answerText(calls, response.text, request.isData) }
          } catch (error) {
            outage = { error }
            throw error
          }
        },
      }
      const ids = idsOf(rest.name, id)
      const news = (session: Session<unknown>, seen: Messages): News =>
        newsFor(ownOf(session, ids), transcript, earlier, seen)
      const isNative = toolCalls === 'native' && model.capabilities?.native === 'calls'
      if (request.isData && !isNative)
        throw invalidOption(
          "output: data of a schema needs a model that calls tools: leave out toolCalls: 'text'",
        )
      const agent = agentFor({ instructions, tools, isNative })
      return await inSession(
        { id, agent, model: heard, seed: () => seedIn(transcript), news },
        async (session, told) => {
          checkBeginning(session, told, earlier, warn)
          const turn = new Turn()
          const isNews = await take(session, ids, told, turn, request)
          if (turn.end === 'stopped') signal?.throwIfAborted()
          if (turn.end === 'failed') {
            if (outage) throw outage.error
            throw new SkillStateError('invalid-reply', turn.reasons.join('; '))
          }
          let said: readonly string[] = turn.said
          if (!isNews) said = session.messages(1).flatMap(({ by, text }) => (by === 'agent' ? [text] : []))
          const text = request.isData ? (said.at(-1) ?? '') : said.join('\n\n')
          const calls = session.requests.map((call) => ({ ...call, id: idOf(ids, call) }))
          const step = Math.max(0, session.steps - (calls.length > 0 ? 0 : 1))
          const dropped = droppedFrom(id, step, { transcript, earlier, prompts })
          onDropped?.(dropped)
          const state = session.state as JsonObject
          return { text, calls, end: turn.end, usage: turn.usage, dropped, state }
        },
      )
    },
  }
}

/** Calls, and the text beside them, as the text of a reply: see `ModelRequest.tools`. */
function answerText(calls: readonly FrameworkCall[], text: string, isData = false): string {
  if (calls.length === 0 && !isData) return text
  const written = calls.map(({ name, input }) => `{${JSON.stringify(name)}:${input || '{}'}}`)
  return `{"calls":[${written.join(',')}],"text":${JSON.stringify(text)}}`
}

/** Messages among which the one that is not answered yet is looked for. */
const RECENT = 20

/** Sets of instructions and tools that are kept compiled. */
const MOST_COMPILED = 16

interface Parts extends Pick<StepRequest, 'instructions' | 'tools'> {
  readonly isNative: boolean
}

/** Whether the tools have the same texts and the very same schemas: to compare those whole takes longer. */
function areSame(some: readonly EmbeddedTool[], others: readonly EmbeddedTool[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ name, description, input }, index) => {
      const other = others[index]
      return other?.name === name && other.description === description && other.input === input
    })
  )
}

const NO_MODEL: Model = {
  id: 'embedded',
  generate: async () => {
    throw invalidOption('this session was opened to read it: a framework runs its steps')
  },
}

const SEEN = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf']

/** What the ids of a session's calls begin with. Providers allow few characters and a short length. */
function idsOf(agent: string | undefined, session: string): string {
  const owner = agent === undefined ? session : JSON.stringify([agent, session])
  return `call_${hash('sha256', owner).slice(0, 24)}_`
}

function idOf(ids: string, { step, call }: Pick<CallRequest, 'step' | 'call'>): string {
  return ids + step + (call === undefined ? '' : `_${call}`)
}

/** What a session knows of its own calls, whose ids begin in one way. */
function ownOf(session: Session<unknown>, ids: string): OwnCalls {
  const said = (): string | undefined => {
    const messages = session.messages(RECENT)
    return messages.length === 0 ? undefined : (messages.findLast(({ by }) => by === 'agent')?.text ?? '')
  }
  return { has: (id) => id.startsWith(ids), waiting: session.requests.map((call) => idOf(ids, call)), said }
}

function toolsOf(tools: readonly EmbeddedTool[]): Readonly<Record<string, AnyTool>> {
  return Object.fromEntries(
    tools.map(({ name, description, input: { $schema: _, ...input } }) => {
      return [name, { description: description?.trim() ? description : name, input }]
    }),
  )
}

class Turn {
  readonly said: string[] = []
  end: TurnEnd = 'replied'
  reasons: readonly string[] = []
  usage: Usage = {}
  #calls = 0

  async hear(events: AsyncIterable<AgentEvent>, onEvent: StepRequest['onEvent']): Promise<void> {
    for await (const event of events) {
      if (event.type === 'reply') this.said.push(event.text)
      if (event.type === 'usage')
        this.usage = this.#calls++ === 0 ? event.usage : sum(this.usage, event.usage)
      if (event.type === 'turn-ended') [this.end, this.reasons] = [event.end, event.reasons ?? []]
      onEvent?.(event)
    }
  }
}

/** A new session is shown the transcript. One that ends with a result belongs to a session that is lost. */
function checkBeginning(
  session: Session<unknown>,
  { results }: News,
  earlier: Earlier | undefined,
  warn: (warning: string) => void,
): void {
  if (session.steps > 0 || session.messages(1).length > 0) return
  if (results.length > 0) {
    const message = `session "${session.id}" is new, but the transcript ends with the result of a call: give embedded agents the store that holds the session`
    throw new SkillStateError('journal-misuse', message)
  }
  if (earlier !== undefined)
    warn(
      `session "${session.id}" is new: it is not shown the first ${earlier.count} entries of its transcript`,
    )
}

/**
 * Runs the session on what is new. False if nothing is, so that the answer is the last one again. Throws `journal-misuse`
 * for the result of another session's call.
 */
async function take(
  session: Session<unknown>,
  ids: string,
  { results, messages: told, notice }: News,
  turn: Turn,
  { tools, signal, onEvent }: StepRequest,
): Promise<boolean> {
  const { idle, requests } = session
  const hear = (events: AsyncIterable<AgentEvent>): Promise<void> => turn.hear(events, onEvent)
  const other = results.find((each) => !each.call.startsWith(ids))
  if (other) {
    const message = `session "${session.id}": the transcript ends with the result of call "${other.call}", which is not a call of this session: give each conversation a session of its own`
    throw new SkillStateError('journal-misuse', message)
  }
  const messages = unread(session, told)
  const text = messages.map((message) => message.text).join('\n\n')
  const given = messages.flatMap((message) => message.parts ?? [])
  const parts = given.length > 0 ? given : undefined
  const { id = '', isAlone } = messages.at(-1) ?? {}
  const isRepeated = (): boolean => {
    const last = session.messages(RECENT).findLast(({ by }) => by === 'user')
    return last !== undefined && isOnRecord({ text, parts }, last.text)
  }
  const isAnswered = (): boolean => session.messages(1)[0]?.by !== 'user'
  // The framework asks again after a crash, or because its call of the model failed: the message is on record.
  // A message that was closed without an answer is sent once more.
  const isReceived = session.hasReceived(id)
  const isKnown =
    messages.length === 0 || (isAlone ? !idle && isRepeated() : isReceived && (!idle || isAnswered()))
  const steps = session.steps
  if (!isKnown) await hear(session.send(text, { id: isReceived ? undefined : id, parts, notice, signal }))
  const waiting = session.requests.filter(({ step }) => step === requests[0]?.step)
  for (const { tool, step, call } of waiting) {
    const result = results.find((each) => each.call === idOf(ids, { step, call }))
    const ends = tools.find(({ name }) => name === tool)?.ends
    const late = { result: lateResult(tool, ends), final: ends !== undefined }
    turn.end = 'waiting'
    if (result || !isKnown)
      await hear(session.answer({ step, call, ...(result ? answerOf(result, tool) : late), signal }))
    if (turn.end !== 'waiting') break
  }
  if (waiting.length === 0 && isKnown) await hear(session.resume({ signal }))
  return session.steps !== steps || session.requests.length > 0 || turn.end !== 'replied'
}

/** Leaves out messages before the last one that the session has: one that was stopped or has failed got no answer. */
function unread(session: Session<unknown>, messages: News['messages']): News['messages'] {
  if (messages.length < 2) return messages
  const said = session.messages(RECENT).flatMap(({ by, text }) => (by === 'user' ? [text] : []))
  const known = messages
    .slice(0, -1)
    .findLastIndex((message) =>
      message.isAlone ? said.some((text) => isOnRecord(message, text)) : session.hasReceived(message.id),
    )
  return messages.slice(known + 1)
}

/** Whether a text on record is the message: that of images and files begins with their handles. */
function isOnRecord({ text, parts }: Pick<NewMessage, 'text' | 'parts'>, recorded: string): boolean {
  if (parts === undefined) return recorded === text
  return recorded.endsWith(text) && parts.every((part) => recorded.includes(handleOf(part)))
}

function answerOf(
  { result, outcome, parts }: News['results'][number],
  tool: string,
): Pick<AnswerOptions, 'result' | 'failed' | 'denied'> {
  if (outcome !== 'denied') {
    const content = { parts: [...(parts ?? []), { type: 'text', text: resultText(result) }] }
    return { result: parts ? (content as unknown as JsonValue) : result, failed: outcome === 'failed' }
  }
  const reason = typeof result === 'string' && result !== '' ? result : 'no reason was given'
  return { result: `The call of ${tool} was denied, and nothing was done: ${reason}`, denied: true }
}

/** The result of a call whose framework gives none, but the next message. */
function lateResult(tool: string, ends: EmbeddedTool['ends']): string {
  if (ends === 'answer') return 'It was given to the user.'
  return ends === 'handoff'
    ? `You handed the conversation over by ${tool}, and another agent has answered since.`
    : `The call of ${tool} was cut off. Whether it took effect is not known: find out before you repeat it.`
}

/** A figure that neither call has stays unknown. */
function sum(one: Usage, other: Usage): Usage {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof Usage>
  return Object.fromEntries([...names].map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]))
}
