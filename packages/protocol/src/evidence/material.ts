import type { Evidence } from '../environment.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts'

/** What rules can take from a message: the text of a user, or the texts of a tool's result by path. */
export type Material =
  | { readonly kind: 'user'; readonly text: string }
  | {
      readonly kind: 'result'
      readonly tool: string
      /** The different texts at each path, in the order of the result. */
      readonly texts: ReadonlyMap<string, readonly string[]>
      /** The texts in the arguments of the call that it answers. */
      readonly given: ReadonlySet<string>
    }

export function materialOf(evidence: Evidence): Material {
  if ('role' in evidence) return { kind: 'user', text: evidence.text }
  const { tool, input, text } = evidence
  const answered = leavesOf(input).flatMap((leaf) => (leaf.isKey ? [] : [leaf.text]))
  return { kind: 'result', tool, texts: textsOf(text), given: new Set(answered) }
}

/** The texts of a result by path; a result that is not a JSON object or list has the single path `$`. */
function textsOf(content: string): ReadonlyMap<string, readonly string[]> {
  const value = parseStructure(content)
  if (value === undefined) return new Map([['$', [content]]])
  const texts = new Map<string, Set<string>>()
  for (const { path, text } of leavesOf(value)) {
    const known = texts.get(path) ?? new Set()
    texts.set(path, known.add(text))
  }
  return new Map([...texts].map(([path, found]) => [path, [...found]]))
}

/** A string or number in a JSON value, or a key of one of its objects, with its path. */
export interface Leaf {
  /** `$`, then `.key`, `[]` for any element, `{}` for any member of a map; a key ends in `{key}`. */
  readonly path: string
  readonly text: string
  readonly isKey: boolean
}

/** Deepest nesting that is read; what lies deeper gives no leaf. */
const MOST_LEVELS = 1_000

/**
 * The strings, numbers and keys of a value, in document order. A string that is JSON itself is followed by what is in it, as MCP
 * results are. Booleans and nulls have no text.
 */
export function leavesOf(value: JsonValue): readonly Leaf[] {
  const found: Leaf[] = []
  collect(value, '$', found, MOST_LEVELS)
  return found
}

function collect(value: JsonValue, path: string, found: Leaf[], levels: number): void {
  if (levels === 0) return
  if (typeof value === 'string') {
    found.push({ path, text: value, isKey: false })
    const inner = parseStructure(value)
    if (inner !== undefined) collect(inner, path, found, levels - 1)
  }
  if (typeof value === 'number') {
    if (Number.isFinite(value)) found.push({ path, text: JSON.stringify(value), isKey: false })
  } else if (Array.isArray(value)) {
    for (const element of value) collect(element, `${path}[]`, found, levels - 1)
  } else if (isJsonObject(value)) {
    const map = isMap(value)
    for (const [key, member] of Object.entries(value)) {
      found.push({ path: `${path}{key}`, text: key, isKey: true })
      collect(member, map ? `${path}{}` : `${path}.${key}`, found, levels - 1)
    }
  }
}

/** Whether the keys of an object are data: more than 20 of them, or one with four digits in a row. */
function isMap(value: JsonObject): boolean {
  const keys = Object.keys(value)
  return keys.length > 20 || keys.some((key) => /[0-9]{4}/.test(key))
}

/** The object or array that a text holds. A bare number, string or `null` counts as plain text. */
export function parseStructure(text: string): JsonObject | readonly JsonValue[] | undefined {
  if (!/^[\s]*[[{]/.test(text)) return undefined
  try {
    const value = JSON.parse(text) as JsonValue
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
