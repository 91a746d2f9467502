import type { JsonObject } from '@skill-state/protocol'
import type { AnySchema, OutputOf } from './schema.ts'

/** What a tool is given beside its input. */
export interface ToolContext<State = JsonObject, Context = unknown> {
  /** Σ_t, on which the model decided. */
  readonly state: Readonly<State>
  /** Names this call. It is the same if the call is repeated after a crash, so an effect can be made once. */
  readonly key: string
  /** Aborted by the tool's timeout, and when the turn is stopped. */
  readonly signal: AbortSignal
  /** What the session was opened with, such as who is signed in. No prompt and no record has it. */
  readonly context: Context
}

/** What a tool may return. See `resultText` for how the model is shown it. */
type ToolResult = object | string | number | boolean | bigint | null | undefined

/** A call that a person may have to approve. */
interface ToolCall<Input = unknown, State = JsonObject, Context = unknown> {
  readonly input: Input
  readonly state: Readonly<State>
  readonly context: Context
}

/**
 * Something that the agent can do. What `execute` returns becomes the next observation: a text as it is, anything else as
 * JSON; `{ parts: [{ type: 'image', mediaType, data }] }` is images and files, in base64, with texts `{ type: 'text', text }`. What it
 * throws becomes an observation too, so that the model can react; a `SkillStateError` ends the turn.
 */
export interface Tool<Schema extends AnySchema = AnySchema, State = JsonObject, Context = unknown> {
  /** What it does and when to use it. The model reads it. */
  readonly description: string
  /** Schema of the input, whose root is an object. An input that does not fit never reaches `execute`. */
  readonly input: Schema
  /** Absent if the program around the session executes the tool: the turn then ends, and `session.answer` gives the result. */
  execute?(
    this: void,
    input: OutputOf<Schema>,
    context: ToolContext<State, Context>,
  ): Promise<ToolResult> | ToolResult | Promise<void> | void
  /**
   * Whether a person must approve the call first. A text is the reason that the person is shown. Default: no.
   */
  readonly approve?:
    | boolean
    | ((call: ToolCall<OutputOf<Schema>, State, Context>) => boolean | string | Promise<boolean | string>)
    | undefined
  /** Milliseconds for one call. Default 60,000. */
  readonly timeoutMs?: number | undefined
  /**
   * What to do about a call that a crash cut off. `tell` (default): tell the model that the outcome is not known. `repeat`:
   * call again with the same key; for tools without effects, or tools that execute each key once.
   */
  readonly onUnknown?: 'tell' | 'repeat' | undefined
  /**
   * True if a call runs alone among the calls of one step: after those before it, before those after it. Default false:
   * the calls of a step run at once.
   */
  readonly sequential?: boolean | undefined
  /** True if the tool itself rejects an input beyond the limits of a JSON Schema, as an MCP server does. Default false. */
  readonly checksInput?: boolean | undefined
}

/** A tool whose types do not matter. */
// biome-ignore lint/suspicious/noExplicitAny: a tool of any input and any state
export type AnyTool = Tool<any, any, any>

/** Tools by name, each with its own input schema. */
export type Tools<Inputs, State = JsonObject, Context = unknown> = {
  readonly [Name in keyof Inputs]: Tool<
    Inputs[Name] extends AnySchema ? Inputs[Name] : AnySchema,
    State,
    Context
  >
}

/**
 * Declares a tool apart from its agent, with its types inferred.
 *
 * @example
 * ```ts
 * import { tool } from '@skill-state/tools'
 * import { z } from 'zod'
 *
 * const book = tool({
 *   description: 'Books a flight.',
 *   input: z.object({ flight: z.string(), price: z.number() }),
 *   approve: ({ input }) => input.price > 500 && 'it costs more than 500',
 *   execute: async ({ flight }, { key }) => `Booked ${flight} as ${key}.`,
 * })
 * console.log(book.description) // Books a flight.
 * ```
 */
export function tool<const Schema extends AnySchema, State = JsonObject, Context = unknown>(
  definition: Tool<Schema, State, Context>,
): Tool<Schema, State, Context> {
  return definition
}
