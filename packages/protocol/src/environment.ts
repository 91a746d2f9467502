import { isJsonObject, type JsonObject, type JsonValue } from './json.ts'
import type { ToolSpec } from './model/message.ts'
import type { ModelResponse, Usage } from './model/model.ts'

/**
 * a_t: a text command, or JSON if the environment declares an `actionSchema`. An environment with `several` also takes a list of
 * such actions, `{"calls": [<action>, …]}`.
 */
export type Action = string | JsonObject

/**
 * The calls of an action that is a list, in their order; undefined for any other action.
 *
 * @example
 * ```ts
 * import { callsOf } from '@skill-state/protocol'
 *
 * console.log(callsOf({ calls: [{ search: { city: 'Rome' } }] })) // [ { search: { city: 'Rome' } } ]
 * console.log(callsOf({ search: { city: 'Rome' } })) // undefined
 * ```
 */
export function callsOf(action: unknown): readonly JsonObject[] | undefined {
  const calls: unknown = isJsonObject(action) ? action.calls : undefined
  return Array.isArray(calls) && calls.every(isJsonObject) ? calls : undefined
}

/** How an environment takes lists of calls: each call is a `step` of its own, under a key of its own. */
interface SeveralCalls {
  /** Most calls of a list. */
  readonly max: number
  /**
   * Whether a call may run at once with others, has to run alone (after those before it, before those after it), or
   * may not be in a list.
   */
  runs(call: JsonObject): 'at-once' | 'alone' | 'never'
}

/**
 * What an episode waits for before it can continue. `reply`: somebody has to say something. `approval`: somebody has to
 * decide whether the action may be executed; nothing was done yet. `result`: somebody outside executes the action, and
 * the step ends when they give its result.
 */
export interface Waiting {
  readonly for: 'reply' | 'approval' | 'result'
  /** Why, in one line for the person who is asked. */
  readonly reason?: string | undefined
}

/** O_t: what the environment answers. Once `done` is true the episode is over and no step may follow. */
export interface Observation {
  readonly text: string
  readonly done: boolean
  /** True if the environment rejected the action and nothing changed. Absent if it does not say. */
  readonly refused?: boolean | undefined
  /** True if it is not known whether the action took effect: it was cut off, or gave no answer in time. */
  readonly unknown?: boolean | undefined
  /**
   * Present if the episode pauses here: it is neither over nor cut off. The runtime records it, yields the step and
   * returns; the episode can be resumed later, in another process. `done` is false then.
   */
  readonly waiting?: Waiting | undefined
  /**
   * What the environment asked models of its own to give this observation, in its order; empty if it asked none.
   * Absent if it has no such model, or does not say. Counts against the limits of a run, in no figure of the agent, and
   * no runtime may show it.
   */
  readonly calls?: readonly EnvironmentCall[] | undefined
  /** Where the text comes from, in its order. Read by rules that fill fields of a state; neither shown nor recorded. */
  readonly evidence?: readonly Evidence[] | undefined
  /** What such rules took from it: a merge patch that the next step adds to the state. Set by a runtime alone. */
  readonly captured?: JsonObject | undefined
}

/** What an observation is evidence of: what a tool gave for an input, whole, or what a user said. */
export type Evidence =
  | { readonly tool: string; readonly input: JsonValue; readonly text: string }
  | { readonly role: 'user'; readonly text: string }

/** A call that an environment made to a model of its own, such as the one that plays a user, and that may be charged. */
export interface EnvironmentCall {
  /** `Model.id` of the one that was asked. */
  readonly model: string
  readonly usage: Usage
  /** US dollars, by the price sheet that the model came with. Absent without one, and if the usage is not known. */
  readonly cost?: number | undefined
  /**
   * True if the charge is unknown: no reply came, or a reply without counts. Then `usage` and `cost` are the
   * most that it can have been, and absent if that is not known either.
   */
  readonly atMost?: boolean | undefined
  /** Present if nothing was sent: see `ModelResponse.replayed`. */
  readonly replayed?: NonNullable<ModelResponse['replayed']> | undefined
}

export interface StepOptions {
  readonly signal?: AbortSignal | undefined
  /**
   * Names this execution: an environment with effects that outlive the process executes each key once, and
   * answers a repeated one as it did the first time. Absent if nothing is ever repeated.
   */
  readonly key?: string | undefined
  /** True if the action was approved after the environment had answered that it waits for an approval. */
  readonly approved?: true | undefined
  /** See `Decision.actionSource`. */
  readonly source?: string | undefined
  /** Which call of a list it is, from 0, and of how many. */
  readonly call?: { readonly index: number; readonly of: number } | undefined
}

/** What is on record of an episode that is to continue. */
export interface RecordedSteps {
  readonly seed: number
  /** O_0 */
  readonly first: Observation
  readonly steps: readonly {
    readonly action: Action
    /** See `Decision.actionSource`. */
    readonly source?: string | undefined
    readonly result: Observation
  }[]
  readonly signal?: AbortSignal | undefined
}

/** How well the episode went so far. */
export interface Outcome {
  /** 0 to 1, where 1 is success. */
  readonly reward: number
  /** Further named figures, such as counts. Finite numbers. */
  readonly metrics?: Readonly<Record<string, number>> | undefined
}

/**
 * One problem instance's world.
 *
 * Deterministic: the same seed and the same actions give the same observations and outcome, in any process.
 * An action that the world rejects is answered with an observation that says why; it never throws.
 * The caller that opened the environment closes it: the harness, never a runtime.
 */
export interface Environment {
  /** JSON Schema of an action; absent if actions are text. */
  readonly actionSchema?: JsonObject | undefined
  /**
   * The same actions as tools, for models that call them: a call of a tool is the action `{"<name>": <input>}`. Absent
   * if actions have no names.
   */
  readonly tools?: readonly ToolSpec[] | undefined
  /** Present if a step may be a list of calls. */
  readonly several?: SeveralCalls | undefined
  /** An action that changes nothing, for a step in which the model gave no valid one. */
  readonly noop?: Action | undefined
  /** Starts from the beginning, also in mid-episode. Gives O_0. Rejects if the signal is aborted. */
  reset(options: { readonly seed: number; readonly signal?: AbortSignal | undefined }): Promise<Observation>
  /** Executes a_t, gives O_{t+1}. Throws `environment-misuse` before `reset` and after the end. */
  step(action: Action, options?: StepOptions): Promise<Observation>
  /**
   * Puts the world where recorded steps have led, without asking anybody again: for worlds that stepping through the
   * same actions would not rebuild, such as one with a simulated user. Called in place of `reset`. Absent if the same
   * actions give the same world.
   */
  restore?(recorded: RecordedSteps): Promise<void>
  /**
   * The state that a skill which missed nothing would hold now; undefined if the world does not determine it.
   * For figures only: no runtime may ask.
   */
  readonly expectedState?: (() => JsonObject | undefined) | undefined
  /** The outcome so far, at any time after `reset`: an episode that a limit ends is scored too. Changes nothing. */
  outcome(): Promise<Outcome>
  /** Frees what the environment holds. May be called more than once. */
  close(): Promise<void>
}
