import {
  type Action,
  type Environment,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Observation,
  SkillStateError,
  type StateSnapshot,
  type StepOptions,
} from '@skill-state/protocol'
import type { AgentEvent } from '../events.ts'
import type { ResultStore } from '../results/result-store.ts'
import { shorten, windowOf } from '../results/shorten.ts'
import { check } from '../schema.ts'
import type { Tool } from '../tool.ts'
import { FINISH, READ, REPLY } from './actions.ts'
import { type CallOutcome, callTool } from './call-tool.ts'

export interface WorldOptions {
  readonly tools: ReadonlyMap<string, Tool>
  readonly actionSchema: JsonObject
  readonly results: ResultStore
  /** Most UTF-16 units of a result or a message. */
  readonly maxResultChars: number
  /** The step under way: t and Σ_t. */
  readonly now: () => { readonly index: number; readonly state: StateSnapshot }
  readonly emit: (event: AgentEvent) => void
}

/** What an action does: executes a tool, reads on in a long result, answers the user, or ends the session. */
export class AgentWorld implements Environment {
  readonly actionSchema: JsonObject
  readonly #options: WorldOptions

  constructor(options: WorldOptions) {
    this.actionSchema = options.actionSchema
    this.#options = options
  }

  async reset(): Promise<Observation> {
    return { text: '', done: false, waiting: { for: 'reply' } }
  }

  async step(action: Action, options: StepOptions = {}): Promise<Observation> {
    const entries = Object.entries(isJsonObject(action) ? action : {})
    const [name, value] = entries.find(([key]) => key !== REPLY) ?? entries[0] ?? []
    if (name === undefined || value === undefined)
      return refusal('Expected an action with the name of a tool.')
    const reply = isJsonObject(action) ? action[REPLY] : undefined
    if (typeof reply === 'string') this.#say(reply, name === REPLY)
    if (name === REPLY) return { text: '', done: false, waiting: { for: 'reply' } }
    if (name === FINISH) {
      this.#say(typeof value === 'string' ? value : JSON.stringify(value), true)
      return { text: 'The session is over.', done: true }
    }
    if (name === READ) return this.#read(value)
    const tool = this.#options.tools.get(name)
    if (tool === undefined) return refusal(`There is no tool "${name}".`)
    return this.#call(name, tool, value, options)
  }

  /** Shows a text, or if it is too long its head and tail, and keeps the whole under a handle. */
  fit(text: string, handle: string): string {
    const { maxResultChars, results } = this.#options
    if (text.length <= maxResultChars) return text
    const kept = text.slice(0, MAX_KEPT).toWellFormed()
    results.keep(handle, kept)
    return shorten(kept, handle, maxResultChars)
  }

  async outcome(): Promise<{ readonly reward: number }> {
    return { reward: 0 }
  }

  async close(): Promise<void> {}

  #say(text: string, final: boolean): void {
    this.#options.emit({ type: 'reply', step: this.#options.now().index, text, final })
  }

  async #call(name: string, tool: Tool, value: JsonValue, options: StepOptions): Promise<Observation> {
    const { emit, now } = this.#options
    const { index: step, state: snapshot } = now()
    const input = await check(tool.input, value)
    if (!input.ok) {
      const reasons = input.issues.map(({ path, message }) => `${path || 'the input'}: ${message}`)
      return refusal(`The input of ${name} was rejected, and nothing was done: ${reasons.join('; ')}`)
    }
    const state = snapshot.toJSON()
    if (options.approved !== true) {
      const asked = await mustApprove(tool, { input: input.value, state })
      if (asked !== false) {
        const reason = typeof asked === 'string' ? { reason: asked } : {}
        return { text: '', done: false, waiting: { for: 'approval', ...reason } }
      }
    }
    emit({ type: 'tool-started', step, tool: name, input: value })
    const outcome = await callTool(name, tool, input.value, { ...options, state })
    const text = this.fit(outcome.text, `result-${step}`)
    emit({ type: 'tool-ended', step, tool: name, text, failed: outcome.refused })
    return observationOf({ ...outcome, text })
  }

  async #read(value: JsonValue): Promise<Observation> {
    const { handle, from } = isJsonObject(value) ? value : {}
    if (typeof handle !== 'string' || typeof from !== 'number' || !Number.isSafeInteger(from) || from < 0) {
      return refusal('Expected a handle and the character to begin from.')
    }
    const text = await this.#options.results.read(handle)
    if (text === undefined) return refusal('Nothing is kept under this handle any more: call the tool again.')
    if (from >= text.length) return refusal(`The result has ${text.length} characters, so none begins there.`)
    return { text: windowOf(text, handle, from, this.#options.maxResultChars), done: false }
  }
}

/** Most UTF-16 units of a result that are kept. */
const MAX_KEPT = 1_000_000

async function mustApprove(
  { approve = false }: Tool,
  call: { readonly input: unknown; readonly state: JsonObject },
): Promise<boolean | string> {
  try {
    return typeof approve === 'function' ? await approve(call as never) : approve
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new SkillStateError('environment-failed', `the approve function of a tool failed: ${reason}`, {
      cause,
    })
  }
}

function observationOf({ text, refused }: CallOutcome): Observation {
  return { text, done: false, ...(refused && { refused }) }
}

function refusal(text: string): Observation {
  return { text, done: false, refused: true }
}
