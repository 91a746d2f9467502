import { toFloat } from '../arithmetic.ts'
import { compareText } from '../compare.ts'
import { roundHalfEven } from '../round.ts'
import type { ReadonlyValue } from '../value.ts'
import { isDict, isList, isNumeric, PythonError, typeName } from '../value.ts'
import { formatFloat, repr, str } from './repr.ts'

/** A Python f-string: each value is written as `str` writes it. */
export function f(parts: TemplateStringsArray, ...values: readonly ReadonlyValue[]): string {
  return parts.map((part, index) => (index === 0 ? part : str(values[index - 1] ?? null) + part)).join('')
}

export function listing(texts: readonly string[]): string {
  return repr([...texts])
}

/** Python's `f'{value:.2f}'`: the exact binary value, ties to even, whatever its size. */
export function fixed(value: ReadonlyValue, digits = 2): string {
  if (typeof value === 'string')
    throw new PythonError('ValueError', "Unknown format code 'f' for object of type 'str'")
  if (!isNumeric(value))
    throw new PythonError('TypeError', `unsupported format string passed to ${typeName(value)}.__format__`)
  const number = toFloat(value)
  if (!Number.isFinite(number)) return formatFloat(number)
  const size = Math.abs(number)
  const decimals = digits === 0 ? '' : `.${'0'.repeat(digits)}`
  const text = size >= 1e21 ? `${BigInt(size)}${decimals}` : roundHalfEven(size, digits).toFixed(digits)
  return number < 0 || Object.is(number, -0) ? `-${text}` : text
}

/** The text that a method of `str` is called on. Throws Python's `AttributeError` for another type. */
export function textWith(value: ReadonlyValue, method: string): string {
  if (typeof value === 'string') return value
  throw new PythonError('AttributeError', `'${typeName(value)}' object has no attribute '${method}'`)
}

/** `value.replace('_', ' ').title()` of a name in lower case. */
export function titled(value: ReadonlyValue): string {
  return textWith(value, 'replace')
    .replaceAll('_', ' ')
    .replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
}

/** Python's `str.isdigit`: digits of all scripts, superscripts and circled digits too. */
export function isDigits(value: ReadonlyValue): boolean {
  return digitsOnly.test(textWith(value, 'isdigit'))
}

const digitsOnly =
  /^[\p{Nd}²³¹\u1369-\u1371\u19da\u2070\u2074-\u2079\u2080-\u2089\u2460-\u2468\u2474-\u247c\u2488-\u2490\u24ea\u24f5-\u24fd\u24ff\u2776-\u277e\u2780-\u2788\u278a-\u2792\u{10a40}-\u{10a43}\u{10e60}-\u{10e68}\u{11052}-\u{1105a}\u{1f100}-\u{1f10a}]+$/u

/** Python's `':'.join(parts)`. */
export function joined(parts: readonly ReadonlyValue[]): string {
  const wrong = parts.findIndex((part) => typeof part !== 'string')
  if (wrong === -1) return parts.filter((part) => typeof part === 'string').join(':')
  const found = typeName(parts[wrong] ?? null)
  throw new PythonError('TypeError', `sequence item ${wrong}: expected str instance, ${found} found`)
}

/** Python's `json.dumps(value, indent=2)`. */
export function dumpsIndented(
  value: ReadonlyValue,
  dump: (value: ReadonlyValue) => string,
  indent = '',
): string {
  const inner = `${indent}  `
  const block = (open: string, members: readonly string[], close: string): string =>
    members.length === 0 ? open + close : `${open}\n${inner}${members.join(`,\n${inner}`)}\n${indent}${close}`
  if (isList(value)) {
    return block(
      '[',
      value.map((member) => dumpsIndented(member, dump, inner)),
      ']',
    )
  }
  if (!isDict(value)) return dump(value)
  const members = Array.from(value, ([key, member]) => `${dump(key)}: ${dumpsIndented(member, dump, inner)}`)
  return block('{', members, '}')
}

export function sortedTexts(texts: readonly string[]): string[] {
  return [...texts].sort(compareText)
}

export function lower(value: ReadonlyValue): string {
  return textWith(value, 'lower').toLowerCase()
}

export function upper(value: ReadonlyValue): string {
  return textWith(value, 'upper').toUpperCase()
}
