import { invalidRun, type JsonObject } from '@skill-state/protocol'
import { z } from 'zod'

const jsonObject = z.record(z.string(), z.json()) as unknown as z.ZodType<JsonObject>

const skill = z.looseObject({
  id: z.string(),
  instructions: z.string(),
  initialState: jsonObject,
  schema: jsonObject,
  /** What the environments declare; absent if actions are text. */
  actionSchema: jsonObject.optional(),
  /** The environments' action that changes nothing. */
  noop: z.union([z.string(), jsonObject]).optional(),
})

/** A skill as the conditions name it: instructions, Σ_0 and schema of a benchmark. */
export type RecordedSkill = z.infer<typeof skill>

const prices = z.looseObject({
  date: z.string(),
  input: z.number(),
  cacheWrite: z.number().exactOptional(),
  cacheRead: z.number().exactOptional(),
  output: z.number(),
})

const schema = z.looseObject({
  experiment: z.string(),
  /**
   * Two of the same id may have different skills: what sets their tasks apart tells which is meant. `plain` is the variant of tasks
   * without one.
   */
  series: z.array(z.looseObject({ benchmark: skill, variants: z.array(z.string()) })),
  runtimes: z.array(z.looseObject({ id: z.string(), options: jsonObject })),
  model: z.looseObject({
    id: z.string(),
    notice: z.string(),
    capabilities: z.looseObject({ prices: prices.exactOptional() }).optional(),
  }),
  /** How many were planned. */
  episodes: z.number(),
})

/** The part of a run's conditions that is shown, or that its prompts follow from. */
export type Conditions = z.infer<typeof schema>

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
