import type { Action, Environment, Observation } from './environment.ts'
import type { Issue } from './issues.ts'
import type { JsonObject } from './json.ts'
import type { Model } from './model/model.ts'
import type { Skill } from './skill.ts'

/** What a runtime needs of an environment. Only benchmarks are judged and closed by a harness. */
export interface RuntimeEnvironment
  extends Pick<Environment, 'actionSchema' | 'tools' | 'several' | 'noop' | 'step' | 'restore'> {
  /** See `Environment.reset`. */
  reset(options: {
    readonly seed?: number | undefined
    readonly signal?: AbortSignal | undefined
  }): Promise<Observation>
}

export interface RunInput<State extends object = JsonObject> {
  readonly skill: Skill<State>
  readonly environment: RuntimeEnvironment
  readonly model: Model
  /** Passed to the environment. Fixes a benchmark's task, never the model; absent outside of benchmarks. */
  readonly seed?: number | undefined
  /** Passed to the environment and to the model. */
  readonly signal?: AbortSignal | undefined
}

/** What a runtime took from one reply of the model. */
export interface Decision {
  /** R_t: recorded, never carried to a later prompt by SKILL.state. */
  readonly reasoning: string
  /** ΔΣ_t: a merge patch, where null deletes. Absent for runtimes without a state. */
  readonly patch?: JsonObject | undefined
  /** a_t */
  readonly action: Action
  /**
   * A JSON action as the model wrote it, if JavaScript's value says less than the text: 250.0 and 250 are one
   * number there, and keys that look like integers change their place. For environments to which that matters.
   */
  readonly actionSource?: string | undefined
  /** True if the reply was plain words, taken as an answer to the user without a patch. */
  readonly prose?: true | undefined
}

/** A state that never changes, and is written out only if somebody asks for it. */
export interface StateSnapshot<State = JsonObject> {
  /** The state as plain JSON, which must not be changed. */
  toJSON(): State
}

/**
 * What is wrong with a rejected reply, the first that applies: the paper's error taxonomy (§5.7), and what it has no
 * word for.
 *
 * - `syntax`: no decision could be read from it.
 * - `schema`: the patch has the wrong shape, or leads to a state that does not fit the schema.
 * - `overwrite`: the patch deletes or changes entries that a guard keeps.
 * - `rule`: another rule beside the schema says no.
 * - `action`: the environment does not declare the action.
 */
export type Mistake = 'syntax' | 'schema' | 'overwrite' | 'rule' | 'action'

/** A rejected reply. */
export interface Rejection {
  readonly mistake: Mistake
  readonly issues: readonly Issue[]
}

/** One decision and one `environment.step`. */
export interface Step<State = JsonObject> extends Decision {
  /** t, from 0. */
  readonly index: number
  /** O_t, on which the decision was taken. */
  readonly observation: string
  /** The rejected replies, in the order of the attempts. */
  readonly rejections: readonly Rejection[]
  /** True if every attempt was rejected and the environment's no-op was executed instead. */
  readonly fallback: boolean
  /** Σ_{t+1}. Absent for runtimes without a state. */
  readonly state?: StateSnapshot<Readonly<State>> | undefined
  /** What is worth knowing of the step, such as an odd patch or a shortened history. Absent if nothing is. */
  readonly notes?: readonly Issue[] | undefined
  /** JSON Pointers of what the patch would have changed, if it was undone because the action was rejected. */
  readonly rolledBack?: readonly string[] | undefined
  /** O_{t+1}: what the environment answered. */
  readonly result: Observation
}

/**
 * How an episode is driven and what crosses from step to step.
 *
 * Resets the environment, then for each step asks the model, acts and yields. Yields before it asks for
 * the next decision, so that the consumer can record each step, or stop. Returns when the environment is
 * done. Errors of the model and the environment pass through. A step whose replies are all unreadable executes
 * the environment's no-op, or throws `invalid-reply` if it has none. Holds no clock and no randomness.
 */
export type Runtime = (input: RunInput) => AsyncGenerator<Step, void, undefined>
