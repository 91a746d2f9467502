import type { Database } from './database.ts'
import { bind, type PythonDict, PythonError, typeError } from './python/index.ts'
import { Refusal, type Tool } from './tool.ts'

/**
 * Calls a tool as the official environment does, `invoke(data=…, **kwargs)`, and gives what the model sees: the tool's
 * answer, or `Error: …` if it refuses or Python raises, also while it binds the arguments. `domain` is `retail` or
 * `airline`, as Python's module path names it.
 *
 * `undefined` means Python's None, which the official environment cannot pass on. A fault of ours is thrown.
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
