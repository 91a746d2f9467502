import { type Action, invalidRun, type JsonObject, type PriceSheet } from '@skill-state/protocol'
import { z } from 'zod'

/** A skill as the conditions name it: instructions, Σ_0 and schema of a benchmark. */
export interface RecordedSkill {
  readonly id: string
  readonly instructions: string
  readonly initialState: JsonObject
  readonly schema: JsonObject
  /** What the environments declare; absent if actions are text. */
  readonly actionSchema?: JsonObject | undefined
  /** The environments' action that changes nothing. */
  readonly noop?: Action | undefined
}

/** A benchmark of a run. Two of the same id may have different skills: what sets their tasks apart tells which is meant. */
interface RecordedSeries {
  readonly benchmark: RecordedSkill
  /** Of its tasks; `plain` for those without one. */
  readonly variants: readonly string[]
}

/** The part of a run's conditions that is shown, or that its prompts follow from. */
export interface Conditions {
  readonly experiment: string
  readonly series: readonly RecordedSeries[]
  readonly runtimes: readonly { readonly id: string; readonly options: JsonObject }[]
  readonly model: {
    readonly id: string
    readonly notice: string
    readonly capabilities?: { readonly prices?: PriceSheet } | undefined
  }
  readonly episodes: number
}

const jsonObject = z.record(z.string(), z.json()) as unknown as z.ZodType<JsonObject>

const prices = z.looseObject({
  date: z.string(),
  input: z.number(),
  cacheWrite: z.number().exactOptional(),
  cacheRead: z.number().exactOptional(),
  output: z.number(),
})

const schema: z.ZodType<Conditions> = z.looseObject({
  experiment: z.string(),
  series: z.array(
    z.looseObject({
      benchmark: z.looseObject({
        id: z.string(),
        instructions: z.string(),
        initialState: jsonObject,
        schema: jsonObject,
        actionSchema: jsonObject.optional(),
        noop: z.union([z.string(), jsonObject]).optional(),
      }),
      variants: z.array(z.string()),
    }),
  ),
  runtimes: z.array(z.looseObject({ id: z.string(), options: jsonObject })),
  model: z.looseObject({
    id: z.string(),
    notice: z.string(),
    capabilities: z.looseObject({ prices: prices.exactOptional() }).optional(),
  }),
  episodes: z.number(),
})

/** Reads `run.json`. Throws `invalid-run` that names the first field which does not fit. */
export function parseConditions(json: unknown, file: string): Conditions {
  const parsed = schema.safeParse(json)
  if (parsed.success) return json as Conditions // a schema's copy would lose a key `__proto__`
  const [issue] = parsed.error.issues
  throw invalidRun(`${file}: ${issue?.path.join('.')}: ${issue?.message}`)
}

/** The series of the run that an episode belongs to; undefined if it belongs to none of them. */
export function seriesOf(
  { series }: Conditions,
  { benchmark, variant = 'plain' }: { readonly benchmark: string; readonly variant?: string | undefined },
): number | undefined {
  const index = series.findIndex((each) => each.benchmark.id === benchmark && each.variants.includes(variant))
  return index < 0 ? undefined : index
}
