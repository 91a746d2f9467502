import { isDeeperThan, isJsonObject, type JsonValue } from '@skill-state/protocol'

/** Deepest nesting that the audit reads. */
const MOST_LEVELS = 200

/** Parses JSON; `undefined` if the text is not JSON, or nested deeper than the audit reads. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    const value = parseLoosely(text)
    return isDeeperThan(MOST_LEVELS, value) ? undefined : value
  } catch {
    return undefined
  }
}

/** Parses JSON as Python writes it: `NaN`, `Infinity` and `-Infinity` become texts. Throws if the text is not JSON. */
export function parseLoosely(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch (error) {
    const quoted = withQuotedNumbers(text)
    if (quoted === text) throw error
    return JSON.parse(quoted) as JsonValue
  }
}

function withQuotedNumbers(text: string): string {
  const parts: string[] = []
  for (let from = 0; from < text.length; ) {
    const open = text.indexOf('"', from)
    let end = open === -1 ? text.length : open
    parts.push(text.slice(from, end).replace(/-?\b(?:NaN|Infinity)\b/g, '"$&"'))
    if (open !== -1) {
      end++
      while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
      parts.push(text.slice(open, ++end))
    }
    from = end
  }
  return parts.join('')
}

/** The value itself, or one in which words take the place of what is nested deeper than the audit reads. */
export function shallow(value: JsonValue): JsonValue {
  return isDeeperThan(MOST_LEVELS, value) ? cut(value, MOST_LEVELS) : value
}

function cut(value: JsonValue, levels: number): JsonValue {
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return '(nested too deep)'
  if (!isJsonObject(value)) return value.map((each) => cut(each, levels - 1))
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cut(each, levels - 1)]))
}
