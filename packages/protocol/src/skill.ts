import type { JsonObject } from './json.ts'

/**
 * A schema library's schema that can describe itself as JSON Schema (the Standard JSON Schema
 * specification), for instance any zod 4 schema.
 */
export interface StandardJsonSchema<State = unknown> {
  readonly '~standard': {
    readonly vendor: string
    readonly jsonSchema: {
      readonly output: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>
    }
    /** Checks a value by all rules of the library, those included that JSON Schema cannot say. */
    readonly validate?: ((value: unknown) => unknown) | undefined
    /** For the compiler alone: the type of the values that fit. */
    readonly types?: { readonly output: State } | undefined
  }
}

/** What a state must look like: a JSON Schema (2020-12, or draft-07 by `$schema`) or a schema that becomes one. */
export type StateSchema<State = unknown> = JsonObject | StandardJsonSchema<State>

/** The skill specification (P in the paper): immutable during an episode. `State` is the type that its schema gives. */
export interface Skill<State extends object = JsonObject> {
  readonly name: string
  /** The text that every runtime shows the model first. */
  readonly instructions: string
  /** Schema of the structured state. Its root is an object. */
  readonly schema: StateSchema<JsonObject extends State ? unknown : State>
  /** Σ_0. Passes the schema and holds no null. */
  readonly initialState: State
  /** The part of P that depends on the state. Default: none. Runtimes without a state do not show it. */
  readonly stages?: Stages | undefined
}

/** Texts that follow the instructions in the prompt, one at a time. */
interface Stages {
  /** The field at the top of the state that names the text to show. */
  readonly field: string
  readonly texts: Readonly<Record<string, string>>
}
