import { isJsonObject } from '@skill-state/protocol'
import { endOfString, skipBlank } from '../json/json-tokens.ts'

/**
 * The text of a JSON action, if parsing loses some of it: 250.0 is 250 in JavaScript, a long integer
 * loses digits, and keys that look like integers change their place. Undefined if nothing is lost. `json` is
 * the text of the action, which parses to `action`; the reader rejects one that is nested
 * too deeply to be written again.
 *
 * @example
 * ```ts
 * import { actionSourceOf } from '@skill-state/core'
 *
 * console.log(actionSourceOf('{"price": 250.0}', { price: 250 })) // {"price": 250.0}
 * console.log(actionSourceOf('{"price": 250}', { price: 250 })) // undefined
 * ```
 */
export function actionSourceOf(json: string, action: unknown): string | undefined {
  if (!isJsonObject(action)) return undefined
  try {
    const written = JSON.stringify(action)
    return json === written || withoutBlanks(json) === written ? undefined : json
  } catch {
    return undefined // V8's stack ended
  }
}

/** The text of a member's value in strict JSON that is an object; the last of the name, as `JSON.parse` takes it. */
export function memberSource(object: string, name: string): string | undefined {
  let found: string | undefined
  let at = skipBlank(object, skipBlank(object, 0) + 1)
  while (object[at] === '"') {
    const end = endOfString(object, at)
    const value = skipBlank(object, skipBlank(object, end) + 1)
    const after = endOfValue(object, value)
    if (JSON.parse(object.slice(at, end)) === name) found = object.slice(value, after)
    const comma = skipBlank(object, after)
    at = object[comma] === ',' ? skipBlank(object, comma + 1) : object.length
  }
  return found
}

/** The texts of the elements of strict JSON that is a list. */
export function elementSources(list: string): readonly string[] {
  const found: string[] = []
  let at = skipBlank(list, skipBlank(list, 0) + 1)
  while (at < list.length && list[at] !== ']') {
    const end = endOfValue(list, at)
    found.push(list.slice(at, end))
    const comma = skipBlank(list, end)
    at = list[comma] === ',' ? skipBlank(list, comma + 1) : list.length
  }
  return found
}

function endOfValue(json: string, start: number): number {
  let depth = 0
  for (let at = start; at < json.length; at += 1) {
    const char = json[at]
    if (char === '"') at = endOfString(json, at) - 1
    else if (char === '{' || char === '[') depth += 1
    else if (depth === 0 && (char === ',' || char === '}' || char === ']')) return at
    else if (char === '}' || char === ']') depth -= 1
    if (depth === 0 && (char === '}' || char === ']' || char === '"')) return at + 1
  }
  return json.length
}

const withoutBlanks = (json: string): string => json.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')
