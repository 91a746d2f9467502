import type { z } from 'zod'

/** What the schema makes of the value, or a `TypeError` of one line that says where the first fault is. */
export function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new TypeError(`at ${issue?.path.join('.') || 'the top'}: ${issue?.message}`)
}
