import {
  type Action,
  type Environment,
  type Issue,
  invalidOption,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Observation,
  type Outcome,
  type Part,
  type RecordedSteps,
  type Result,
  type RuntimeEnvironment,
  reasonOf,
  SkillStateError,
  type StateSnapshot,
  type StepOptions,
  type ToolSpec,
} from '@skill-state/protocol'
import { type ActionForm, actionSchema, actionTools, type ToolAction } from './actions.ts'
import { callTool } from './call-tool.ts'
import { FINISH, OUTPUT, type OwnActionOptions, ownActions, READ, REPLY } from './own-actions.ts'
import { contentOf, partsOf, partText } from './results/content.ts'
import { memoryResults, type ResultStore } from './results/result-store.ts'
import { MIN_CHARS, shorten, windowOf } from './results/result-text.ts'
import { type AnySchema, check } from './schema.ts'
import type { AnyTool } from './tool.ts'
import { toolActions } from './tool-actions.ts'

/** Hears what the world does, as it happens. */
interface WorldEvents {
  toolStarted?(call: {
    readonly step: number
    /** Which call of a list it is, from 0. */
    readonly call?: number | undefined
    readonly tool: string
    readonly input: JsonValue
  }): void
  /** `text` is what the model is shown of the result. */
  toolEnded?(call: {
    readonly step: number
    readonly call?: number | undefined
    readonly tool: string
    readonly text: string
    readonly failed: boolean
  }): void
  /** The agent says this to the user. `final` is false if it continues working. */
  said?(reply: { readonly step: number; readonly text: string; readonly final: boolean }): void
}

/** `signal` is that of the caller; the call gets one in its place. */
type Around = (
  key: string | undefined,
  signal: AbortSignal | undefined,
  call: (signal: AbortSignal | undefined) => Promise<Observation>,
) => Promise<Observation>

export interface ToolWorldOptions extends OwnActionOptions {
  readonly tools: Readonly<Record<string, AnyTool>>
  /** Schema of the result of a turn, an object: the action `output` gives it and ends the turn. Only in a conversation. Default none. */
  readonly output?: AnySchema | undefined
  /** How the schema of actions is written. Default `alternatives`. */
  readonly actions?: ActionForm | undefined
  /** Most UTF-16 units of an observation as `fold` writes it, at least 500. Default 4,000. */
  readonly maxResultChars?: number | undefined
  /** Most calls that one step may make at once. Default: 8, and fewer if their results could not be shown together. */
  readonly maxCalls?: number | undefined
  /** Where results are kept that are longer than an observation. Default: in memory. */
  readonly results?: ResultStore | undefined
  /** The step under way, t and Σ_t, for tools that ask for them. Default: counted here, without a state. */
  readonly now?: (() => { readonly index: number; readonly state: StateSnapshot }) | undefined
  readonly events?: WorldEvents | undefined
  /** Makes each call of a tool, for instance as a step that a durable host records. Default: makes it. */
  readonly around?: Around | undefined
  /**
   * Keeps an image or a file, and returns the line that the model is shown of it; `what` says in a few words what it is.
   * Default: says that it is not shown.
   */
  readonly attach?: ((part: Part, what: string) => string) | undefined
  /** Given to tools and approvals; see `ToolContext.context`. */
  readonly context?: unknown
}

const MAX_CALLS = 8

/** Most images and files of one result or message. */
const MAX_PARTS = 4

/** Most UTF-16 units of a result that are kept. */
const MAX_KEPT = 1_000_000

const NO_STATE: StateSnapshot = { toJSON: () => ({}) }

/**
 * Tools as an environment. An action calls one tool, reads on in a long result, answers the user, or finishes. The reward is
 * 1 once it has finished: nothing here can judge an answer.
 *
 * Two things are not as `Environment` has it, because tools are not: the same actions need not give the same observations,
 * and `reset` counts anew but leaves the world behind the tools as it is. `restore` calls no tool.
 *
 * Throws `invalid-option` for limits out of range and for tools that cannot be used.
 */
export class ToolWorld implements Environment {
  readonly actionSchema: JsonObject
  readonly tools: readonly ToolSpec[]
  /** Each call of a list may have a share of `maxObservationChars`. */
  readonly several: NonNullable<Environment['several']>
  /** The tools as P describes them; see `toolInstructions`. */
  readonly actions: readonly ToolAction[]
  readonly maxObservationChars: number
  readonly #options: ToolWorldOptions
  readonly #own: ReadonlySet<string>
  readonly #tools: ReadonlyMap<string, AnyTool>
  readonly #results: ResultStore
  #phase: 'new' | 'running' | 'finished' = 'new'
  #steps = 0
  #errors = 0

  constructor(options: ToolWorldOptions) {
    const { tools, maxResultChars = 4_000, results = memoryResults() } = options
    if (!Number.isSafeInteger(maxResultChars) || maxResultChars < MIN_CHARS) {
      const message = `expected maxResultChars to be a whole number from ${MIN_CHARS}, found ${maxResultChars}`
      throw invalidOption(message)
    }
    const { actions, schema, specs } = describe(options)
    this.actions = actions
    this.actionSchema = schema
    this.tools = specs
    this.maxObservationChars = maxResultChars
    this.#options = options
    this.#own = new Set(ownActions(options).map(({ name }) => name))
    this.#tools = new Map(Object.entries(tools))
    this.#results = results
    const max = Math.min(options.maxCalls ?? MAX_CALLS, Math.floor(maxResultChars / MIN_CHARS))
    this.several = { max, runs: (call) => this.#runs(call) }
  }

  async reset({ signal }: Parameters<RuntimeEnvironment['reset']>[0] = {}): Promise<Observation> {
    signal?.throwIfAborted()
    this.#phase = 'running'
    this.#steps = 0
    this.#errors = 0
    this.#results.clear?.()
    return this.#talks
      ? { text: '', done: false, waiting: { for: 'reply' } }
      : { text: 'Nothing has been done yet.', done: false }
  }

  async step(action: Action, options: StepOptions = {}): Promise<Observation> {
    if (this.#phase !== 'running') {
      throw new SkillStateError('environment-misuse', 'step outside of an episode: call reset first')
    }
    const observation = await this.#answer(action, options)
    if (observation.waiting && observation.waiting.for !== 'reply') return observation // the step is not over
    this.#steps += 1
    if (observation.refused) this.#errors += 1
    return observation
  }

  async restore({ first, steps }: RecordedSteps): Promise<void> {
    this.#phase = (steps.at(-1)?.result ?? first).done ? 'finished' : 'running'
    this.#steps = steps.length
    this.#errors = steps.filter(({ result }) => result.refused === true).length
  }

  async outcome(): Promise<Outcome> {
    return {
      reward: this.#phase === 'finished' ? 1 : 0,
      metrics: { steps: this.#steps, errors: this.#errors },
    }
  }

  async close(): Promise<void> {}

  /** Shows a text, or if it is too long its head and tail, and keeps the whole under the handle of the step. */
  fit(
    text: string,
    kind: 'result' | 'message' | 'conversation' = 'result',
    call?: StepOptions['call'],
  ): string {
    const handle = `${kind}-${this.#now().index}${call ? `-${call.index}` : ''}`
    const kept = atMost(MAX_KEPT, text)
    const shown = shorten(kept, handle, this.#share(call))
    if (shown !== text) this.#results.keep(handle, kept)
    return shown
  }

  /** What the model is shown of a result: a line for each image and file, and the text. */
  textOf(result: unknown): string {
    const { text, parts } = contentOf(result)
    const { attach = (_part, what) => `[${what}, not shown]` } = this.#options
    const lines = parts.slice(0, MAX_PARTS).map((part) => attach(part, partText(part)))
    const more = parts.length - lines.length
    if (more > 0) lines.push(`[${more} more are not kept: ${MAX_PARTS} at most]`)
    return [...lines, ...(text === '' ? [] : [text])].join('\n')
  }

  /** Whether a result has images, files and texts as `textOf` reads them. */
  hasParts(result: unknown): boolean {
    return partsOf(result) !== undefined
  }

  /** The result that an action gives by `output`, as the schema's library makes it; undefined if it gives none. */
  async outputIn(action: Action): Promise<Result<unknown> | undefined> {
    const { output } = this.#options
    if (!output || !isJsonObject(action) || !Object.hasOwn(action, OUTPUT)) return undefined
    return await check<AnySchema>(output, copyOf(action[OUTPUT]))
  }

  get #talks(): boolean {
    return (this.#options.conversation ?? 'none') !== 'none'
  }

  /** Most UTF-16 units of what one call is answered. */
  #share(call: StepOptions['call']): number {
    return call ? Math.floor(this.maxObservationChars / call.of) : this.maxObservationChars
  }

  #runs(call: JsonObject): ReturnType<NonNullable<Environment['several']>['runs']> {
    const [name = '', ...others] = Object.keys(call).filter((each) => each !== REPLY)
    if (others.length > 0 || (name !== READ && !this.#tools.has(name))) return 'never'
    return this.#tools.get(name)?.sequential ? 'alone' : 'at-once'
  }

  #now(): { readonly index: number; readonly state: StateSnapshot } {
    return this.#options.now?.() ?? { index: this.#steps + 1, state: NO_STATE }
  }

  async #answer(action: Action, options: StepOptions): Promise<Observation> {
    const entries = Object.entries(isJsonObject(action) ? action : {})
    const reply = this.#talks ? entries.find(([name]) => name === REPLY) : undefined
    const [entry = reply, another] = entries.filter((each) => each !== reply)
    if (entry === undefined || another !== undefined) {
      return rejection('Expected an action that is an object with one key, the name of a tool.')
    }
    const [name, value] = entry
    const result = this.#options.output && (await this.outputIn(action))
    if (result?.ok === false) return rejectedInput(name, result.issues)
    const isLast = entry === reply || result !== undefined
    if (reply !== undefined) {
      if (typeof reply[1] !== 'string') return rejection('Expected the reply to be a text.')
      if (!options.approved) this.#say(reply[1], isLast) // else it was said before the approval
    }
    if (isLast) return { text: '', done: false, waiting: { for: 'reply' } }
    if (name === FINISH && this.#own.has(FINISH)) return this.#finish(value)
    if (name === READ) return this.#read(value, this.#share(options.call))
    const tool = this.#tools.get(name)
    if (tool === undefined) {
      const names = [...this.#tools.keys(), ...this.#own].join(', ')
      return rejection(`There is no action of this name; there are ${names}.`)
    }
    if (!isJsonObject(value)) return rejection(`Expected the input of ${name} to be an object.`)
    const { around = (_, signal, call) => call(signal) } = this.#options
    return around(options.key, options.signal, (signal) =>
      this.#call(name, tool, value, { ...options, signal }),
    )
  }

  #say(text: string, final: boolean): void {
    this.#options.events?.said?.({ step: this.#now().index, text, final })
  }

  #finish(value: JsonValue): Observation {
    const { finish } = this.#options
    const isTyped = typeof finish === 'function' && isJsonObject(value)
    if (isTyped && value.ok === true && Array.isArray(value.files)) {
      const reason = finish(value.files.map(String))
      if (reason !== undefined) return rejection(reason)
    }
    if (typeof value !== 'string' && !isTyped) return rejection('Expected the answer to be a text.')
    if (typeof value === 'string' && this.#talks) this.#say(value, true)
    this.#phase = 'finished'
    return { text: this.#talks ? 'The session is over.' : 'Finished.', done: true }
  }

  async #call(name: string, tool: AnyTool, value: JsonObject, options: StepOptions): Promise<Observation> {
    const input = await check(tool.input, copyOf(value)) // which the tool may change
    if (!input.ok) return rejectedInput(name, input.issues)
    const { index: step, state: snapshot } = this.#now()
    const state = snapshot.toJSON()
    const { events, context } = this.#options
    const { execute, approve = false } = tool
    if (approve !== false && options.approved !== true) {
      const asked = await mustApprove(tool, { input: input.value, state, context })
      if (asked !== false) {
        const reason = typeof asked === 'string' ? { reason: asked } : {}
        return { text: '', done: false, waiting: { for: 'approval', ...reason } }
      }
    }
    if (execute === undefined) return { text: '', done: false, waiting: { for: 'result' } }
    options.signal?.throwIfAborted()
    const call = options.call?.index
    events?.toolStarted?.({ step, call, tool: name, input: value })
    const outcome = await callTool(name, { ...tool, execute }, input.value, {
      ...options,
      state,
      context,
      textOf: (result) => this.textOf(result),
    })
    const text = this.fit(outcome.text, 'result', options.call)
    events?.toolEnded?.({ step, call, tool: name, text, failed: outcome.refused })
    const evidence = outcome.isResult && { evidence: [{ tool: name, input: value, text: outcome.text }] }
    const { refused, unknown } = outcome
    return { text, done: false, refused: refused || undefined, unknown, ...evidence }
  }

  async #read(value: JsonValue, most: number): Promise<Observation> {
    const { handle, from } = isJsonObject(value) ? value : {}
    if (typeof handle !== 'string' || typeof from !== 'number' || !Number.isSafeInteger(from) || from < 0) {
      return rejection('Expected a handle and the character to begin from.')
    }
    const text = await this.#results.read(handle)
    if (text === undefined)
      return rejection('Nothing is kept under this handle any more: call the tool again.')
    if (/^(image|file)-/.test(handle)) return { text: `[${handle}]`, done: false } // a prompt that names it shows it
    if (from >= text.length)
      return rejection(`The result has ${text.length} characters, so none begins there.`)
    return { text: windowOf(text, handle, from, most), done: false }
  }
}

/** A copy of JSON, in a third of the time of `structuredClone`. */
function copyOf<T extends JsonValue | undefined>(value: T): T {
  return value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T)
}

interface Described {
  readonly output: AnySchema | undefined
  readonly actions: readonly ToolAction[]
  readonly schema: JsonObject
  readonly specs: readonly ToolSpec[]
}

/** What was described already, by the tools' identity: many sessions of an agent share their tools. */
const described = new WeakMap<object, Map<string, Described>>()

function describe({ tools, output, actions: form, conversation, finish }: ToolWorldOptions): Described {
  const known = described.get(tools) ?? new Map<string, Described>()
  described.set(tools, known)
  const key = `${form} ${conversation} ${typeof finish === 'function' ? 'typed' : finish}`
  const found = known.get(key)
  if (found && found.output === output) return found
  const actions = toolActions(tools, output)
  const made = {
    output,
    actions,
    schema: actionSchema(actions, { form, conversation, finish }),
    specs: actionTools(actions, { conversation, finish }),
  }
  known.set(key, made)
  return made
}

async function mustApprove(
  { approve = false }: AnyTool,
  call: { readonly input: unknown; readonly state: JsonObject; readonly context: unknown },
): Promise<boolean | string> {
  try {
    return typeof approve === 'function' ? await approve(call as never) : approve
  } catch (cause) {
    const reason = reasonOf(cause)
    throw new SkillStateError('environment-failed', `the approve function of a tool failed: ${reason}`, {
      cause,
    })
  }
}

function rejectedInput(name: string, issues: readonly Issue[]): Observation {
  const reasons = issues.map(({ path, message }) => `${path || 'the input'}: ${message}`)
  return rejection(`The input of ${name} was rejected, and nothing was done: ${reasons.join('; ')}`)
}

function rejection(text: string): Observation {
  return { text, done: false, refused: true }
}

/** The beginning of a text, with a last line that says so if there was more. */
function atMost(most: number, text: string): string {
  if (text.length <= most) return text
  const end = `\n[the result had ${text.length} characters; the rest was not kept]`
  return text.slice(0, most - end.length).toWellFormed() + end
}
