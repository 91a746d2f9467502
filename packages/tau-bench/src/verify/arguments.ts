import { readLiteral } from '../data/python-source/module.ts'
import { dumps, type PythonDict, type PythonValue, parsePythonJson } from '../python/index.ts'

/** A call's arguments, and their JSON: the model's own text if it is JSON. */
export interface Arguments {
  readonly kwargs: PythonDict
  readonly source: string
}

/** Reads recorded arguments: JSON, or a Python literal such as `{'id': 1}`. Throws if they are no object. */
export function readArguments(text: string): Arguments {
  const { value, isJson } = parseArguments(text)
  if (!(value instanceof Map)) throw new TypeError('the arguments of a call are no JSON object')
  return { kwargs: value, source: isJson ? text : dumps(value) }
}

/** Reads them whatever they are. Throws if they are neither JSON nor a literal. */
export function parseArguments(text: string): { readonly value: PythonValue; readonly isJson: boolean } {
  try {
    return { value: parsePythonJson(text), isJson: true }
  } catch (error) {
    const value = tryLiteral(text)
    if (value === undefined) throw error
    return { value, isJson: false }
  }
}

function tryLiteral(text: string): PythonValue | undefined {
  try {
    return readLiteral(text)
  } catch {
    return undefined
  }
}
