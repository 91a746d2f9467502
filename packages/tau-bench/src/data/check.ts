import type { z } from 'zod'

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
