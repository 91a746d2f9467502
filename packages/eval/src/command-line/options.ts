import { statSync } from 'node:fs'
import { invalidOption } from '@skill-state/protocol'
import type { LimitName } from '@skill-state/protocol/meter'
import type { z } from 'zod'
import type { OptionHelp } from './field.ts'

/** The part of a command of commander that is used here. */
export interface TakesOptions {
  option(flags: string, description: string, value?: string): unknown
  option<T>(flags: string, description: string, collect: (value: string, before: T) => T): unknown
  requiredOption(flags: string, description: string): unknown
  optionsGroup(heading: string): unknown
}

/** Gives a command its options, in their order. `headings` stand above the options of these names and what follows. */
export function addOptions(
  command: TakesOptions,
  fields: z.ZodRawShape,
  headings: Readonly<Record<string, string | undefined>> = {},
): void {
  for (const [key, field] of Object.entries(fields)) {
    const help = ((field as z.ZodType).meta() ?? {}) as Partial<OptionHelp>
    const { value, description = '', isRequired, isRepeated } = help
    const flags = value === undefined ? dashed(key) : `${dashed(key)} ${value}`
    if (headings[key] !== undefined) command.optionsGroup(headings[key])
    if (isRepeated) command.option(flags, description, collect)
    else if (isRequired) command.requiredOption(flags, description)
    else command.option(flags, description, defaultOf(field))
  }
}

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]

function defaultOf(field: z.core.$ZodType): string | undefined {
  const { def } = field._zod
  return def.type === 'default' ? String((def as z.core.$ZodDefaultDef).defaultValue) : undefined
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
    const value = given[key] ?? negated(key, given) ?? defaultOf(field)
    return value === undefined ? [] : [[key, readOption(nameOf(key), field as z.ZodType, value)]]
  })
  return Object.fromEntries(read)
}

/** commander keeps `--no-color` as a `color` that is false. */
function negated(key: string, given: Readonly<Record<string, unknown>>): true | undefined {
  const [, first = '', rest = ''] = /^no([A-Z])(.*)$/.exec(key) ?? []
  return given[first.toLowerCase() + rest] === false ? true : undefined
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

/** The option that sets a limit: that of `costUsd` is `--max-cost`. */
export function flagOf(limit: LimitName): string {
  return `--max${dashed(limit.replace(/Usd$|Ms$/, '')).slice(1)}`
}

/** An option's name on the command line: `maxCost` is `--max-cost`. */
export function dashed(option: string): string {
  return `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** Reads the path of a file that is to be read, or says that there is none. */
export function filePath(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw invalidOption(`${path}: there is no such file`)
  if (found.isDirectory()) throw invalidOption(`${path}: it is a folder, not a file`)
  return path
}
