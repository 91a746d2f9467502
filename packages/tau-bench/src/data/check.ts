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

/** What the schema makes of the value, or a `TypeError` of one line that says where the first fault is. */
export function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: inPlainWords })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new TypeError(`at ${issue?.path.join('.') || 'the top'}: ${issue?.message}`)
}

/** A wrong type without the schema library's words; other mistakes in its own. */
function inPlainWords({ code, expected, input }: z.core.$ZodRawIssue): string | undefined {
  if (code !== 'invalid_type') return undefined
  return input === undefined ? 'it is missing' : `expected ${TYPES[`${expected}`] ?? `${expected}`}`
}

const TYPES: Readonly<Record<string, string>> = {
  array: 'a list',
  bigint: 'a whole number',
  boolean: 'true or false',
  map: 'an object',
  Map: 'an object',
  number: 'a number',
  object: 'an object',
  string: 'text',
}
