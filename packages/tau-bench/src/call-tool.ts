import type { Database } from './database.ts'
import { PythonError } from './python/python-error.ts'
import type { PythonDict } from './python/value.ts'
import type { Tool } from './tool.ts'

/**
 * Calls a tool as the official environment does, `invoke(data=…, **kwargs)`, and gives what the model sees: the tool's
 * answer, or `Error: …` where Python raises, be it while it binds the arguments. `domain` is `retail` or `airline`, as
 * Python's module path names it.
 *
 * `undefined` stands for Python's None, which the official environment cannot pass on. A fault of ours is thrown.
 */
export function callTool(
  tool: Tool,
  domain: string,
  database: Database,
  kwargs: PythonDict,
): string | undefined {
  try {
    bind(tool, domain, kwargs)
    return tool.run(database, kwargs)
  } catch (error) {
    if (error instanceof PythonError) return `Error: ${error.message}`
    throw error
  }
}

/** CPython's checks in their order: the clash with `data`, then the first unknown name, then all missing ones. */
function bind(tool: Tool, domain: string, kwargs: PythonDict): void {
  const call = `${tool.className}.invoke()`
  if (kwargs.has('data')) {
    const module = `tau_bench.envs.${domain}.tools.${tool.name}`
    throw new PythonError('TypeError', `${module}.${call} got multiple values for keyword argument 'data'`)
  }
  for (const name of kwargs.keys()) {
    if (tool.parameters.includes(name)) continue
    throw new PythonError('TypeError', `${call} got an unexpected keyword argument '${name}'`)
  }
  const missing = tool.parameters.filter((name) => !kwargs.has(name) && !tool.optional?.includes(name))
  if (missing.length === 0) return
  const noun = missing.length === 1 ? 'argument' : 'arguments'
  throw new PythonError(
    'TypeError',
    `${call} missing ${missing.length} required positional ${noun}: ${enumerate(missing)}`,
  )
}

/** `'a'`, `'a' and 'b'`, `'a', 'b', and 'c'` */
function enumerate(names: readonly string[]): string {
  const quoted = names.map((name) => `'${name}'`)
  if (quoted.length < 3) return quoted.join(' and ')
  return `${quoted.slice(0, -1).join(', ')}, and ${quoted.at(-1)}`
}
