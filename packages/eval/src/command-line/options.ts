import { statSync } from 'node:fs'
import { invalidOption } from '@skill-state/protocol'
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

/** What the help says of an option. */
interface OptionHelp {
  /** Stands for the value, as `<n>`; a switch has none. */
  readonly value?: string | undefined
  readonly description: string
  readonly isRequired?: boolean | undefined
  /** Whether it may be given more than once; its values make a list. */
  readonly isRepeated?: boolean | undefined
}

/** Options of a command: of each its schema, and with it what the help says. */
export type Fields<T> = { readonly [K in keyof T]-?: z.ZodType<T[K]> }

/** An option with a value. `value` stands for it in the help, as `<n>`. */
export function option<T extends z.ZodType>(schema: T, value: string, description: string): T {
  return schema.meta({ value, description } satisfies OptionHelp)
}

/** The same; the command does not run without it. */
export function required<T extends z.ZodType>(schema: T, value: string | undefined, description: string): T {
  return schema.meta({ value, description, isRequired: true } satisfies OptionHelp)
}

/** An option that may be given more than once. */
export function repeated<T extends z.ZodType>(schema: T, value: string, description: string): z.ZodArray<T> {
  return z.array(schema).meta({ value, description, isRepeated: true } satisfies OptionHelp)
}

/** An option without a value. */
export function flag(description: string): z.ZodBoolean {
  return z.boolean().meta({ description } satisfies OptionHelp)
}

/** The part of a command of commander that is used here. */
export interface TakesOptions {
  option(flags: string, description: string, value?: string): unknown
  option<T>(flags: string, description: string, collect: (value: string, before: T) => T): unknown
  requiredOption(flags: string, description: string): unknown
}

/** Gives a command its options, in their order. */
export function addOptions<C extends TakesOptions>(command: C, fields: z.ZodRawShape): C {
  for (const [key, field] of Object.entries(fields)) {
    const {
      value,
      description = '',
      isRequired,
      isRepeated,
    } = ((field as z.ZodType).meta() ?? {}) as Partial<OptionHelp>
    const flags = value === undefined ? dashed(key) : `${dashed(key)} ${value}`
    if (isRepeated) command.option(flags, description, collect)
    else if (isRequired) command.requiredOption(flags, description)
    else command.option(flags, description, defaultOf(field))
  }
  return command
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

function defaultOf(field: unknown): string | undefined {
  return field instanceof z.ZodDefault ? String(field.def.defaultValue) : undefined
}

/**
 * Reads options by the fields of a schema: each as it was typed on a command line, or as it is in JSON. Leaves out what was not
 * given and has no default. Throws `invalid-option` that calls the option by `nameOf`.
 */
export function readOptions<S extends z.ZodRawShape>(
  fields: S,
  given: Readonly<Record<string, unknown>>,
  nameOf: (key: string) => string = dashed,
): z.infer<z.ZodObject<S>> {
  const read = Object.entries(fields).flatMap(([key, field]) => {
    const value = given[key] ?? defaultOf(field)
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
