import { z } from 'zod'
import type { PythonDict, PythonValue } from '../python/value.ts'

/** An object, which the readers of JSON and of Python source give as a Map; members that the shape does not name are ignored. */
export function dict<Shape extends z.ZodRawShape>(
  shape: Shape,
): z.ZodPreprocess<z.ZodObject<{ -readonly [Key in keyof Shape]: Shape[Key] }>> {
  return z.preprocess((value) => (value instanceof Map ? Object.fromEntries(value) : value), z.object(shape))
}

export const place: z.ZodType<number> = z.bigint().nonnegative().transform(Number)
/** The arguments of a tool call, as they were read. */
export const kwargs: z.ZodType<PythonDict> = z.instanceof<typeof Map<string, PythonValue>>(Map)
