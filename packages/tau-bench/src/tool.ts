import type { Database } from './database.ts'
import { type Callable, type MakeCallable, makerOf } from './python/signature.ts'

/**
 * A tool of a domain, as the official environment has it: its parameters are those of Python's signature, `data` left
 * out. It answers with text, or with `undefined` if Python's gives None; it refuses by `refuse`, and throws `PythonError`
 * if Python raises. What it changed by then stays.
 */
export type Tool = Callable<Database, string | undefined>

export const tool: MakeCallable<Database, string | undefined> = makerOf()

/** Thrown by a tool that does not do what it was asked for; the model reads the reason. */
export class Refusal extends Error {}

export function refuse(reason: string): never {
  throw new Refusal(reason)
}
