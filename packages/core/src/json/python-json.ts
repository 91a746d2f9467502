import { isJsonObject, type JsonValue } from '@skill-state/protocol'

export interface DumpsOptions {
  /** Spaces per level. Absent: everything on one line. */
  readonly indent?: number
}

/**
 * `json.dumps` of Python for any value that `JSON.parse` gives: same separators, same ASCII escapes, same
 * floats, so that prompts have the paper's characters.
 *
 * JavaScript does not know two things that Python does:
 * - 1.0 and 1 are one number here, so a float without a fraction prints as the integer (also 1e16, which
 *   Python prints as `1e+16` if it was a float), and integers beyond 2^53 are rounded;
 * - integer-like keys of an object (`"7"`) come first, in ascending order, whatever the order of insertion.
 *
 * Recursive: as deep as the call stack, which is far more than `MAX_DEPTH`.
 *
 * @example
 * ```ts
 * import { dumps } from '@skill-state/core'
 *
 * console.log(dumps({ city: 'Köln' })) // {"city": "K\u00f6ln"}
 * ```
 */
export function dumps(value: JsonValue, { indent }: DumpsOptions = {}): string {
  if (indent === undefined) return onOneLine(value)
  const line = (level: number): string => `\n${' '.repeat(indent * level)}`
  const write = (node: JsonValue, level: number): string => {
    if (typeof node !== 'object' || node === null || Object.keys(node).length === 0) return onOneLine(node)
    const below = line(level + 1)
    const parts = Object.entries(node).map(([key, child]: [string, JsonValue]) => {
      const text = write(child, level + 1)
      return isJsonObject(node) ? `${quote(key)}: ${text}` : text
    })
    const [open, close] = isJsonObject(node) ? '{}' : '[]'
    return open + below + parts.join(`,${below}`) + line(level) + close
  }
  return write(value, 0)
}

/** The same without line breaks, as with `separators=(item, colon)`. */
export function onOneLine(value: JsonValue, item = ', ', colon = ': '): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'number') return number(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const write = (child: JsonValue): string => onOneLine(child, item, colon)
  return isJsonObject(value)
    ? `{${Object.entries(value)
        .map(([key, child]) => quote(key) + colon + write(child))
        .join(item)}}`
    : `[${value.map(write).join(item)}]`
}

/** `json.dumps` with `separators=(',', ':')`: several times faster for what JavaScript writes the same. */
export function compact(value: JsonValue): string {
  if (typeof value === 'string') return quote(value)
  const text = JSON.stringify(value)
  return same.test(text) && !number16.test(text) ? text : onOneLine(value, ',', ':')
}

const same = /^[ -~]*$/
/** A number with an exponent in one of the languages, or too long to be exact. */
const number16 = /\d(?:e[+-]?\d|\d{15}|\.0000)/

const plain = /^[ !#-[\]-~]*$/

/** A string as JSON, with `ensure_ascii`: every UTF-16 unit outside space to tilde is escaped, so a surrogate pair becomes two. */
export function quote(value: string): string {
  if (plain.test(value)) return `"${value}"`
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** Both languages write the shortest digits that read back; they differ in when the exponent starts. */
function number(value: number): string {
  if (Number.isInteger(value)) return BigInt(value).toString()
  if (Math.abs(value) >= 1e-4) return String(value)
  return value.toExponential().replace(/e-(\d)$/, 'e-0$1')
}
