import type { Limits } from '@skill-state/protocol/meter'
import { z } from 'zod'

const WHOLE = 'is not a whole number of at least 1'

export function whole(max: number = Number.MAX_SAFE_INTEGER): z.ZodNumber {
  return z.int(WHOLE).min(1, WHOLE).max(max, `is more than ${max}, which is the most that is run`)
}

const AMOUNT = 'is not a number of at least 0'

export const amount: z.ZodNumber = z.number(AMOUNT).nonnegative(AMOUNT)

export const text: z.ZodString = z.string().min(1, 'is empty')

export const folder: z.ZodString = z.string().regex(/\S/, 'names no folder')

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

export const entry: z.ZodString = z.string().min(1, 'is not a list: an entry is empty')

export interface OptionHelp {
  /** Stands for the value, as `<n>`; a switch has none. */
  readonly value?: string | undefined
  readonly description: string
  readonly isRequired?: boolean | undefined
  /** Whether it may be given more than once; its values make a list. */
  readonly isRepeated?: boolean | undefined
}

/** An option with a value. `value` stands for it in the help, as `<n>`. */
export function option<T extends z.ZodType>(schema: T, value: string, description: string): T {
  return schema.meta({ value, description } satisfies OptionHelp)
}

/** The same; the command does not run without it. */
export function required<T extends z.ZodType>(schema: T, value: string | undefined, description: string): T {
  return schema.meta({ value, description, isRequired: true } satisfies OptionHelp)
}

/** An option that may be given more than once: its schema takes the list. */
export function repeated<T extends z.ZodType>(schema: T, value: string, description: string): T {
  return schema.meta({ value, description, isRepeated: true } satisfies OptionHelp)
}

export function flag(description: string): z.ZodBoolean {
  return z.boolean().meta({ description } satisfies OptionHelp)
}

export interface LimitFlags {
  readonly maxTokens?: number | undefined
  readonly maxCost?: number | undefined
}

export function limitsIn({ maxTokens: tokens, maxCost: costUsd }: LimitFlags): Limits {
  return { tokens, costUsd }
}

/** The options that set limits of what `whose` names, as `in the run`. */
export function limits(whose: string): {
  readonly [Name in keyof LimitFlags]-?: z.ZodType<LimitFlags[Name]>
} {
  return {
    maxTokens: option(whole(), '<n>', `never send a call that could exceed n tokens ${whose}`),
    maxCost: option(amount, '<usd>', `never send a call that could exceed this cost in US dollars ${whose}`),
  }
}
