import type { JsonObject, Runtime, Skill } from '@skill-state/protocol'

/** A runtime as the command line runs it. */
export interface NamedRuntime {
  /** What a step is shown, in one line for `bench list`. */
  readonly description: string
  readonly run: Runtime
  /** What of it could change a figure; part of a run's conditions. */
  readonly options: JsonObject
  /** JSON Schema of its answers, where it asks for answers that a model can be held to. */
  readonly answerSchema?: (skill: Skill, actionSchema?: JsonObject) => JsonObject
  /** Loads what it needs, or says in one line what is missing. */
  readonly prepare?: () => Promise<void>
}
