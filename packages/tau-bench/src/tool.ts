import type { Database } from './data/open-database.ts'
import type { Callable, MakeCallable, PythonDict } from './python/index.ts'
import { bind, makerOf, PythonError, typeError } from './python/index.ts'

/**
 * A tool with the parameters of Python's signature, `data` left out. It answers with text, or undefined for None; it
 * refuses by `refuse`, and throws `PythonError` if Python raises.
 */
export type Tool = Callable<Database, string | undefined>

export const tool: MakeCallable<Database, string | undefined> = makerOf()

/** Thrown by a tool that does not do what it was asked for; the model reads the reason. */
export class Refusal extends Error {}

export function refuse(reason: string): never {
  throw new Refusal(reason)
}

/**
 * Calls a tool as the official `invoke(data=…, **kwargs)`: its answer, `Error: …` if it refuses or raises, or undefined
 * for None. `domain` is as Python's module path names it.
 */
export function callTool(
  tool: Tool,
  domain: string,
  database: Database,
  kwargs: PythonDict,
): string | undefined {
  try {
    const qualname = `${classNameOf(tool)}.invoke`
    if (kwargs.has('data')) {
      const path = `tau_bench.envs.${domain}.tools.${tool.name}.${qualname}`
      throw typeError(`${path}() got multiple values for keyword argument 'data'`)
    }
    return tool.run(database, bind(qualname, tool, kwargs))
  } catch (error) {
    if (error instanceof PythonError || error instanceof Refusal) return `Error: ${error.message}`
    throw error
  }
}

/** `cancel_pending_order` is the class `CancelPendingOrder`. */
export function classNameOf({ name }: Pick<Tool, 'name'>): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
