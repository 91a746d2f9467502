import { field } from '@skill-state/eval/options'
import type { z } from 'zod'

/**
 * What a command is given: by each of its fields the value, which is missing if the option was not given. `Always` names those
 * that are required or have a default.
 */
export type FlagsOf<
  Fields extends Readonly<Record<string, { readonly _output: unknown }>>,
  Always extends keyof Fields = never,
> = { readonly [Name in Always]: Fields[Name]['_output'] } & {
  readonly [Name in Exclude<keyof Fields, Always>]?: Fields[Name]['_output'] | undefined
}

type Kind<T extends z.ZodType> = (value: string, description: string) => T

export const text: Kind<z.ZodString> = (value, description) => field.option(field.text, value, description)

/** An option that takes a text, and may be given more than once. */
export const texts: Kind<z.ZodArray<z.ZodString>> = (value, description) =>
  field.repeated(field.text.array(), value, description)

/** An option that takes names with commas between them. */
export const names: Kind<z.ZodArray<z.ZodString>> = (value, description) =>
  field.option(field.listOf(field.entry), value, description)

export const whole: Kind<z.ZodNumber> = (value, description) =>
  field.option(field.whole(), value, description)
