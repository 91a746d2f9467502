import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import type { Reference } from './find-references.ts'

/** The action that searches the references, as `{"search_references": {"text": "margin"}}`. */
export const SEARCH = 'search_references'

/** JSON Schema of its arguments. */
export const searchArguments: JsonObject = {
  type: 'object',
  properties: { text: { type: 'string', minLength: 1 }, in: { type: 'string' } },
  required: ['text'],
  additionalProperties: false,
}

/** Most UTF-16 units of an answer. */
export const SEARCH_CHARS = 3_000
const MAX_FOUND = 30
const AROUND = 50

/** Each place of a text in the references, with its character and what is around it. Capitals make no difference. */
export function search(
  references: readonly Reference[],
  input: JsonValue,
): { readonly text: string; readonly refused: boolean } {
  const { text: sought, in: only } = isJsonObject(input) ? input : {}
  if (typeof sought !== 'string' || sought === '')
    return { text: 'Expected a text to search for.', refused: true }
  const searched = references.filter(({ name }) => only === undefined || name === only)
  if (searched.length === 0)
    return { text: 'There is no such reference: see the list of references.', refused: true }
  const lines: string[] = []
  let count = 0
  for (const { name, text } of searched) {
    for (const at of placesOf(text.toLowerCase(), sought.toLowerCase())) {
      count += 1
      if (lines.length < MAX_FOUND) lines.push(`${name}, character ${at}: ${around(text, at, sought.length)}`)
      if (count > 1_000) break
    }
  }
  const total = count > 1_000 ? 'more than 1000' : String(count)
  const body = lines
    .join('\n')
    .slice(0, SEARCH_CHARS - 100)
    .toWellFormed()
  return { text: count === 0 ? 'Nothing found.' : `Found ${total} times:\n${body}`, refused: false }
}

function* placesOf(text: string, sought: string): Generator<number> {
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + sought.length)) yield at
}

function around(text: string, at: number, length: number): string {
  const part = text.slice(Math.max(0, at - AROUND), at + Math.min(length, AROUND) + AROUND)
  return part.replaceAll(/\s+/g, ' ').trim().toWellFormed()
}
