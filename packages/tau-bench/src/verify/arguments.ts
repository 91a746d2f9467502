import { readLiteral } from '../data/python-source/module.ts'
import { type PythonDict, type PythonValue, parsePythonJson } from '../python/index.ts'

/** Reads recorded arguments: JSON, or a Python literal such as `{'id': 1}`. Throws if they are no object. */
export function readArguments(text: string): PythonDict {
  const value = parseArguments(text)
  if (value instanceof Map) return value
  throw new TypeError('the arguments of a call are no JSON object')
}

/** Reads them whatever they are. Throws if they are neither JSON nor a literal. */
export function parseArguments(text: string): PythonValue {
  try {
    return parsePythonJson(text)
  } catch (error) {
    const value = tryLiteral(text)
    if (value === undefined) throw error
    return value
  }
}

function tryLiteral(text: string): PythonValue | undefined {
  try {
    return readLiteral(text)
  } catch {
    return undefined
  }
}
