import type { RunFolder } from '@skill-state/eval'
import {
  type Action,
  type Capabilities,
  type Enforcement,
  invalidRun,
  type JsonObject,
} from '@skill-state/protocol'
import { z } from 'zod'
import type { Selection } from './selection.ts'

/** Everything that could change a figure of a run: `run.json`, equal for all of its episodes. */
export type Conditions = {
  readonly format: 1
  /** Version of the command line. */
  readonly version: string
  readonly experiment: string
  /** What the experiment was made of, if a family made it. */
  readonly options?: JsonObject
  /** The benchmark named on the command line in place of the experiment's. */
  readonly benchmark?: string
  readonly series: readonly {
    readonly benchmark: {
      readonly id: string
      /** P */
      readonly instructions: string
      /** Σ_0 */
      readonly initialState: JsonObject
      /** The skill's, as JSON Schema. */
      readonly schema: JsonObject
      /** What the environments declare; absent if actions are text. */
      readonly actionSchema?: JsonObject
      /** The environments' action that changes nothing. */
      readonly noop?: Action
    }
    readonly variants: readonly string[]
    readonly runtimes: readonly string[]
    readonly horizons: readonly number[]
  }[]
  readonly runtimes: readonly { readonly id: string; readonly options: JsonObject }[]
  readonly prompts: 'Appendix A'
  readonly model: {
    readonly name: string
    readonly id: string
    readonly notice: string
    /** What is sent with each call beside the prompt. */
    readonly settings?: JsonObject
    /** What was known of it beforehand. */
    readonly capabilities?: Plain<Capabilities>
  }
  /** Of each runtime that asks for answers of a schema: whether the model is held to it, and if not, why. */
  readonly answers?: readonly {
    readonly benchmark: string
    readonly runtime: string
    readonly enforcement: Plain<Enforcement>
  }[]
  /** Estimates token counts if the model reports none. */
  readonly tokenizer: string
  readonly seeds: readonly number[]
  readonly budget: { readonly steps?: number; readonly tokens?: number }
  /** Which of them were planned, if not all were: see `bench run`'s options of these names. */
  readonly selection?: Selection
  readonly episodes: number
}

/** The type of the same data as plain JSON. */
type Plain<T> = T extends object ? { [K in keyof T]: Plain<T[K]> } : T

const jsonObject = z.record(z.string(), z.json()) as unknown as z.ZodType<JsonObject>
const benchmark = z.strictObject({
  id: z.string(),
  instructions: z.string(),
  initialState: jsonObject,
  schema: jsonObject,
  actionSchema: jsonObject.exactOptional(),
  noop: z.union([z.string(), jsonObject]).exactOptional(),
})

const prices = z.looseObject({
  date: z.string(),
  input: z.number(),
  cacheWrite: z.number().exactOptional(),
  cacheRead: z.number().exactOptional(),
  output: z.number(),
})
const capabilities = z.looseObject({
  contextTokens: z.number().exactOptional(),
  maxOutputTokens: z.number().exactOptional(),
  prices: prices.exactOptional(),
  notes: z.array(z.string()).exactOptional(),
})
const issue = z.strictObject({ path: z.string(), message: z.string() })
const enforcement = z.discriminatedUnion('enforced', [
  z.strictObject({ enforced: z.literal(true), dialect: z.string() }),
  z.strictObject({ enforced: z.literal(false), dialect: z.string(), reasons: z.array(issue) }),
])

const schema: z.ZodType<Conditions> = z.strictObject({
  format: z.literal(1),
  version: z.string(),
  experiment: z.string(),
  options: jsonObject.exactOptional(),
  benchmark: z.string().exactOptional(),
  series: z.array(
    z.strictObject({
      benchmark,
      variants: z.array(z.string()),
      runtimes: z.array(z.string()),
      horizons: z.array(z.number()),
    }),
  ),
  runtimes: z.array(z.strictObject({ id: z.string(), options: jsonObject })),
  prompts: z.literal('Appendix A'),
  model: z.strictObject({
    name: z.string(),
    id: z.string(),
    notice: z.string(),
    settings: jsonObject.exactOptional(),
    capabilities: capabilities.exactOptional(),
  }),
  answers: z
    .array(z.strictObject({ benchmark: z.string(), runtime: z.string(), enforcement }))
    .exactOptional(),
  tokenizer: z.string(),
  seeds: z.array(z.number()),
  budget: z.strictObject({ steps: z.number().exactOptional(), tokens: z.number().exactOptional() }),
  selection: z
    .strictObject({
      only: z.array(z.string()).exactOptional(),
      tasks: z.array(z.string()).exactOptional(),
      limit: z.number().exactOptional(),
      shuffle: z.number().exactOptional(),
    })
    .exactOptional(),
  episodes: z.number(),
})

/** Reads a run's conditions. Throws `invalid-run` that names the first field which does not fit. */
export function readConditions({ path, conditions }: RunFolder): Conditions {
  const parsed = schema.safeParse(conditions)
  if (parsed.success) return conditions as unknown as Conditions // a schema's copy would lose a key `__proto__`
  const [issue] = parsed.error.issues
  throw invalidRun(`${path}/run.json: ${issue?.path.join('.')}: ${issue?.message}`)
}
