import {
  type Action,
  type Environment,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Observation,
  type Outcome,
  type RecordedSteps,
  SkillStateError,
  type StepOptions,
} from '@skill-state/protocol'
import { type Answer, callTool } from './_call-tool.ts'
import { FINISH, READ } from './_own-actions.ts'
import { MIN_CHARS, shorten, windowOf } from './_shorten.ts'
import { type ActionForm, actionSchemaOf } from './action-schema.ts'
import type { McpConnections, McpTool } from './connect-mcp.ts'
import { memoryResults, type ResultStore } from './result-store.ts'

export interface McpEnvironmentOptions {
  /** How the schema of actions is written. Default `alternatives`. */
  readonly actions?: ActionForm | undefined
  /** Most UTF-16 units of an observation, at least 500. Default 4,000. */
  readonly maxResultChars?: number | undefined
  /** Milliseconds that a tool has to answer. Default 60,000. */
  readonly timeoutMs?: number | undefined
  /** Where results are kept that are longer than an observation. Default: in memory. */
  readonly results?: ResultStore | undefined
}

/** Servers' tools as a world. */
export interface McpEnvironment extends Environment {
  readonly actionSchema: JsonObject
  /** Most UTF-16 units of an observation. */
  readonly maxObservationChars: number
  restore(recorded: RecordedSteps): Promise<void>
}

/** Most UTF-16 units of a result that are kept. */
const MAX_KEPT = 1_000_000

/**
 * The tools of MCP servers as an environment. An action calls one tool, reads on in a long result, or finishes with an
 * answer; the reward is 1 once it has finished, since nobody here can judge an answer.
 *
 * Three things are not as `Environment` has it, because servers are not: the same actions need not give the same
 * observations; `reset` begins to count anew and leaves the servers as they are; and a key of `StepOptions` is not passed
 * on, as MCP has no word for it. `restore` calls no tool. Closing closes the connections.
 *
 * Throws `invalid-option` for limits out of range.
 */
export function mcpEnvironment(
  connections: McpConnections,
  options: McpEnvironmentOptions = {},
): McpEnvironment {
  return new ToolWorld(connections, options)
}

class ToolWorld implements McpEnvironment {
  readonly actionSchema: JsonObject
  readonly maxObservationChars: number
  readonly #connections: McpConnections
  readonly #tools: ReadonlyMap<string, McpTool>
  readonly #timeoutMs: number
  readonly #results: ResultStore
  #phase: 'new' | 'running' | 'finished' = 'new'
  /** Steps so far: the number of the next handle. */
  #steps = 0
  #errors = 0

  constructor(connections: McpConnections, options: McpEnvironmentOptions) {
    const { actions = 'alternatives', maxResultChars = 4_000, timeoutMs = 60_000, results } = options
    this.maxObservationChars = atLeast('maxResultChars', maxResultChars, MIN_CHARS)
    this.#timeoutMs = atLeast('timeoutMs', timeoutMs, 1)
    this.#results = results ?? memoryResults()
    this.#connections = connections
    this.#tools = new Map(connections.tools.map((tool) => [tool.action, tool]))
    this.actionSchema = actionSchemaOf(connections.tools, actions)
  }

  async reset({ signal }: { readonly signal?: AbortSignal }): Promise<Observation> {
    signal?.throwIfAborted()
    this.#phase = 'running'
    this.#steps = 0
    this.#errors = 0
    this.#results.clear()
    return { text: 'Nothing has been done yet.', done: false }
  }

  async step(action: Action, { signal }: StepOptions = {}): Promise<Observation> {
    if (this.#phase !== 'running') {
      throw new SkillStateError('environment-misuse', 'step outside of an episode: call reset first')
    }
    const answer = await this.#answer(action, signal)
    this.#steps += 1
    if (answer.refused) this.#errors += 1
    return {
      text: this.#fit(answer.text),
      done: this.#hasFinished(),
      ...(answer.refused && { refused: true }),
    }
  }

  async restore({ first, steps }: RecordedSteps): Promise<void> {
    this.#phase = (steps.at(-1)?.result ?? first).done ? 'finished' : 'running'
    this.#steps = steps.length
    this.#errors = steps.filter(({ result }) => result.refused === true).length
  }

  async outcome(): Promise<Outcome> {
    return {
      reward: this.#hasFinished() ? 1 : 0,
      metrics: { steps: this.#steps, errors: this.#errors },
    }
  }

  close(): Promise<void> {
    return this.#connections.close()
  }

  #hasFinished(): boolean {
    return this.#phase === 'finished'
  }

  async #answer(action: Action, signal: AbortSignal | undefined): Promise<Answer> {
    const [entry, another] = typeof action === 'string' ? [] : Object.entries(action)
    if (entry === undefined || another !== undefined) {
      return refusal('Expected an action that is an object with one key, the name of a tool.')
    }
    const [name, value] = entry
    if (name === FINISH) return this.#finish(value)
    if (name === READ) return this.#read(value)
    const tool = this.#tools.get(name)
    if (tool === undefined) return refusal(`There is no action of this name; there are ${this.#names()}.`)
    if (!isJsonObject(value)) return refusal(`Expected the arguments of ${name} to be an object.`)
    return callTool(this.#connections.connectionOf(tool), tool, value, {
      timeoutMs: this.#timeoutMs,
      signal,
    })
  }

  #finish(value: JsonValue): Answer {
    if (typeof value !== 'string') return refusal('Expected the answer to be a text.')
    this.#phase = 'finished'
    return { text: 'Finished.', refused: false }
  }

  #read(value: JsonValue): Answer {
    const { handle, from } = isJsonObject(value) ? value : {}
    if (typeof handle !== 'string' || typeof from !== 'number' || !Number.isSafeInteger(from) || from < 0) {
      return refusal('Expected a handle and a character to begin from.')
    }
    const text = this.#results.read(handle)
    if (text === undefined)
      return refusal('Nothing is kept under this handle (any more): call the tool again.')
    if (from >= text.length) return refusal(`The result has ${text.length} characters: none begins there.`)
    return { text: windowOf(text, handle, from, this.maxObservationChars), refused: false }
  }

  /** Keeps what is too long, and shows its head and tail. */
  #fit(text: string): string {
    if (text.length <= this.maxObservationChars) return text
    const handle = `result-${this.#steps}`
    const kept = atMost(MAX_KEPT, text)
    this.#results.keep(handle, kept)
    return shorten(kept, handle, this.maxObservationChars)
  }

  #names(): string {
    return [...this.#tools.keys(), READ, FINISH].join(', ')
  }
}

function refusal(text: string): Answer {
  return { text, refused: true }
}

/** The beginning of a text, with a last line that says so if there was more. */
function atMost(most: number, text: string): string {
  if (text.length <= most) return text
  const end = `\n[the result had ${text.length} characters; the rest was not kept]`
  return text.slice(0, most - end.length).toWellFormed() + end
}

function atLeast(option: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value
  throw new SkillStateError(
    'invalid-option',
    `expected ${option} to be a whole number from ${least}, found ${value}`,
  )
}
