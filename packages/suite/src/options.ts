import { statSync } from 'node:fs'
import { invalidOption, type JsonValue } from '@skill-state/protocol'
import { z } from 'zod'

const WHOLE = 'is not a whole number of at least 1'

/** A whole number of at least 1. */
export function whole(max: number = Number.MAX_SAFE_INTEGER): z.ZodNumber {
  return z.int(WHOLE).min(1, WHOLE).max(max, `is more than ${max}, which is the most that is run`)
}

const AMOUNT = 'is not a number of at least 0'

export const amount: z.ZodNumber = z.number(AMOUNT).nonnegative(AMOUNT)

export const text: z.ZodString = z.string().min(1, 'is empty')

/** One of the words. */
export function oneOf<const T extends readonly [string, ...string[]]>(
  words: T,
): z.ZodEnum<{ [W in T[number]]: W }> {
  return z.enum(words, `is not one of ${words.join(', ')}`)
}

/** A list, in which nothing is named twice. */
export function listOf<T extends z.ZodType>(entry: T): z.ZodArray<T> {
  return z
    .array(entry)
    .min(1)
    .refine((entries) => new Set(entries).size === entries.length, 'names an entry twice')
}

/** A name in a list. */
export const entry: z.ZodString = z.string().min(1, 'is not a list: an entry is empty')

/**
 * Reads options by the fields of a schema: each as it was typed on a command line, or as it is in JSON. Throws
 * `invalid-option` that calls the option by `nameOf`.
 */
export function readOptions<S extends z.ZodRawShape>(
  fields: S,
  given: Readonly<Record<string, unknown>>,
  nameOf: (key: string) => string = dashed,
): z.infer<z.ZodObject<S>> {
  const read = Object.entries(fields).flatMap(([key, field]) => {
    const value = given[key]
    return value === undefined ? [] : [[key, readOption(nameOf(key), field as z.ZodType, value)]]
  })
  return Object.fromEntries(read)
}

function readOption(name: string, field: z.ZodType, given: unknown): unknown {
  const tries = (typeof given === 'string' ? meaningsOf(given) : [given]).map((value) =>
    field.safeParse(value),
  )
  const good = tries.find(({ success }) => success)
  if (good !== undefined) return good.data
  const text = typeof given === 'string' ? given : JSON.stringify(given)
  const issues = tries.flatMap(({ error }) => error?.issues.slice(0, 1) ?? [])
  const issue = issues.find(({ code, path }) => code !== 'invalid_type' || path.length > 0) ?? issues[0]
  throw invalidOption(`${name}: ${issue?.code === 'too_big' ? text : `"${text}"`} ${issue?.message}`)
}

/** What a typed text may mean: itself, a number, a list of numbers, a list of texts. */
function meaningsOf(typed: string): readonly unknown[] {
  const entries = typed.split(',').map((each) => each.trim())
  const numbers = entries.map((each) => (/^\d+(\.\d+)?$/.test(each) ? Number(each) : each))
  return [typed, ...(numbers.length === 1 ? numbers : []), numbers, entries]
}

/** A recorded option as text: itself, if it is one. */
export function recordedText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}

/** An option's name on the command line: `maxCost` is `--max-cost`. */
export function dashed(option: string): string {
  return `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** Reads the path of a folder, or says that there is none. */
export function folderPath(option: string, path: string): string {
  if (path.trim() === '') throw invalidOption(`${option}: "${path}" names no folder`)
  return path
}

/** Reads the path of a file that is to be read, or says that there is none. */
export function filePath(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw invalidOption(`${path}: there is no such file`)
  if (found.isDirectory()) throw invalidOption(`${path}: it is a folder, not a file`)
  return path
}

/** The object without the properties that are undefined. */
export function defined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}
