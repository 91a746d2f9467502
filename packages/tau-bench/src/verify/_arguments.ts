import { parsePythonJson } from '../python/parse-json.ts'
import type { PythonDict } from '../python/value.ts'

/** Reads a tool's arguments from the model's JSON. Throws where it is no object. */
export function toArguments(source: string): PythonDict {
  const kwargs = parsePythonJson(source)
  if (kwargs instanceof Map) return kwargs
  throw new TypeError('the arguments of a call are no JSON object')
}
