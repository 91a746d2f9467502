import { type PythonDict, parsePythonJson, tryParseJson } from '../python/index.ts'

/** Reads recorded arguments: JSON, or a Python literal such as `{'id': 1}`. Throws if they are no object. */
export function readArguments(text: string): PythonDict {
  const value = tryParseJson(text) ?? parsePythonJson(fromLiteral(text))
  if (value instanceof Map) return value
  throw new TypeError('the arguments of a call are no JSON object')
}

const constants = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
])

/** Texts in single quotes, constants and a last comma as JSON writes them. */
function fromLiteral(text: string): string {
  const parts = /'((?:[^'\\]|\\.)*)'|"(?:[^"\\]|\\.)*"|\b(?:True|False|None)\b|,(?=\s*[}\]])/gs
  return text.replace(parts, (part: string, single?: string) => {
    if (single !== undefined) return `"${single.replaceAll('"', '\\"').replaceAll("\\'", "'")}"`
    return part === ',' ? '' : (constants.get(part) ?? part)
  })
}
