import type { Action, JsonObject } from '@skill-state/protocol'
import { z } from 'zod'

/** The version of the wire, which docs/wire.md specifies. */
const WIRE = 1

/** Asks a program what it is. */
export const DESCRIBE: JsonObject = { describe: { wire: WIRE } }

export const object: z.ZodType<JsonObject> = z.record(
  z.string(),
  z.json(),
) as unknown as z.ZodType<JsonObject>
const action: z.ZodType<Action> = z.union([z.string(), object])

export const common: { readonly wire: z.ZodLiteral<1>; readonly timeoutMs: z.ZodExactOptional<z.ZodInt> } = {
  wire: z.literal(WIRE),
  timeoutMs: z.int().min(1).exactOptional(),
}

export const decision: {
  readonly reasoning: z.ZodExactOptional<z.ZodString>
  readonly patch: z.ZodExactOptional<z.ZodType<JsonObject>>
  readonly action: z.ZodType<Action>
} = { reasoning: z.string().exactOptional(), patch: object.exactOptional(), action }
