import type { JsonObject } from './json.ts'

/**
 * A schema library's schema that can describe itself as JSON Schema (the Standard JSON Schema
 * specification), for instance any zod 4 schema.
 */
export interface StandardJsonSchema {
  readonly '~standard': {
    readonly vendor: string
    readonly jsonSchema: {
      readonly output: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>
    }
    /** Checks a value by all rules of the library, those included that JSON Schema cannot say. */
    readonly validate?: ((value: unknown) => unknown) | undefined
  }
}

/** What a state must look like: a JSON Schema (2020-12, or draft-07 by `$schema`) or a schema that becomes one. */
export type StateSchema = JsonObject | StandardJsonSchema

/** The skill specification (P in the paper): immutable during an episode. */
export interface Skill {
  readonly name: string
  /** The text that every runtime shows the model first. */
  readonly instructions: string
  /** Schema of the structured state. Its root is an object. */
  readonly schema: StateSchema
  /** Σ_0. Passes the schema and holds no null. */
  readonly initialState: JsonObject
}
