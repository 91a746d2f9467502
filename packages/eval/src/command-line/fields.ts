import type { z } from 'zod'

/** Options of a command: of each its schema, and with it what the help says. */
export type Fields<T> = { readonly [K in keyof T]-?: z.ZodType<T[K]> }

/** What fields are made of: kinds of values, and how an option takes one. */
export * as field from './field.ts'
