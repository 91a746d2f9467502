import { z } from 'zod'
import type { PythonDict, PythonValue } from '../python/value.ts'

/** A JSON object as `parsePythonJson` gives it; members that the shape does not name are ignored. */
export function dict<Shape extends z.ZodRawShape>(
  shape: Shape,
): z.ZodPreprocess<z.ZodObject<{ -readonly [Key in keyof Shape]: Shape[Key] }>> {
  return z.preprocess((value) => (value instanceof Map ? Object.fromEntries(value) : value), z.object(shape))
}

/** A number of which only the value counts, not whether Python writes it as an int. */
export const figure: z.ZodType<number> = z.union([z.bigint(), z.number()]).transform(Number)
/** Python's 1.0, 0.0, True and False. */
export const verdict: z.ZodType<boolean> = z.union([
  z.boolean(),
  figure.refine((value) => value === 0 || value === 1).transform((value) => value === 1),
])
export const place: z.ZodType<number> = z.bigint().nonnegative().transform(Number)
export const kwargs: z.ZodType<PythonDict> = z.instanceof<typeof Map<string, PythonValue>>(Map)
/** Of each wanted text, whether it was found. */
export const found: z.ZodType<ReadonlyMap<string, boolean>> = z.map(z.string(), z.boolean())
