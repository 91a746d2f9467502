import { readFileSync } from 'node:fs'
import { SkillStateError } from '@skill-state/protocol'
import type { z } from 'zod'

/** What every refusal of data throws. `cause` stays out if it could quote the data, and so a flag. */
export function invalidData(message: string, cause?: unknown): SkillStateError {
  return new SkillStateError('invalid-data', message, cause === undefined ? undefined : { cause })
}

/** The text of a file, of its bytes by `decode`. Throws `invalid-data` that says what was expected of it. */
export function readText(file: string, expected: string, decode: (bytes: Buffer) => string = String): string {
  try {
    return decode(readFileSync(file))
  } catch (error) {
    throw invalidData(`${JSON.stringify(file)} cannot be read; expected ${expected}`, error)
  }
}

/** Parses JSON text. The message says where and never what: the text holds flags. Throws `invalid-data`. */
export function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidData(`${where} is not JSON; fetch the data again`)
  }
}

/** Checks a value against a schema; the message names the first place that does not fit. Throws `invalid-data`. */
export function check<T extends z.ZodType>(schema: T, value: unknown, where: string): z.infer<T> {
  const result = schema.safeParse(value, { error: inPlainWords })
  if (result.success) return result.data
  const [issue] = result.error.issues
  const path = issue?.path.join('.') ?? ''
  throw invalidData(`${where}${path === '' ? '' : `, ${path}`}: ${issue?.message ?? 'not as documented'}`)
}

/** A wrong type without the schema library's words; other mistakes in its own. */
function inPlainWords({ code, expected, input }: z.core.$ZodRawIssue): string | undefined {
  if (code !== 'invalid_type') return undefined
  return input === undefined ? 'it is missing' : `expected ${TYPES[`${expected}`] ?? `${expected}`}`
}

const TYPES: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  record: 'an object',
  string: 'text',
  number: 'a number',
  int: 'a whole number',
}
