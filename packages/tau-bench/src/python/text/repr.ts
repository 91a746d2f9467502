import type { ReadonlyValue } from '../value.ts'
import { isList } from '../value.ts'

/** Python 3.11's `repr` of a JSON value, for instance `{'a': [1, 2.0, None]}`. */
export function repr(value: ReadonlyValue): string {
  if (value === null) return 'None'
  switch (typeof value) {
    case 'boolean':
      return value ? 'True' : 'False'
    case 'bigint':
      return value.toString()
    case 'number':
      return formatFloat(value)
    case 'string':
      return reprText(value)
  }
  if (isList(value)) return `[${value.map(repr).join(', ')}]`
  return `{${Array.from(value, ([key, member]) => `${reprText(key)}: ${repr(member)}`).join(', ')}}`
}

/** As Python writes a float: the shortest digits, `.0` on integral values, an exponent from 1e16 up and below 1e-4. */
export function formatFloat(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf'
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0'
  const magnitude = Math.abs(value)
  if (magnitude >= 1e-4 && magnitude < 1e16) return Number.isInteger(value) ? `${value}.0` : String(value)
  return value.toExponential().replace(/(?<=e[-+])[0-9]$/, '0$&')
}

/** Python's `repr` of a text. What counts as printable follows the engine's version of Unicode. */
export function reprText(text: string): string {
  if (needsNoCare.test(text)) return `'${text}'`
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  return quote + text.replace(unprintableOrSpecial, (part) => escapePart(part, quote)) + quote
}

const needsNoCare = /^[ !#-&(-[\]-~]*$/
/** Python's `isprintable`, negated (the ordinary blank is printable), and the characters that a literal escapes. */
const unprintableOrSpecial = /(?! )[\p{C}\p{Z}]|['"\\]/gu

function escapePart(part: string, quote: string): string {
  switch (part) {
    case '\n':
      return '\\n'
    case '\r':
      return '\\r'
    case '\t':
      return '\\t'
    case '\\':
      return '\\\\'
    case "'":
    case '"':
      return part === quote ? `\\${part}` : part
  }
  const code = part.codePointAt(0) ?? 0
  const digits = code.toString(16)
  if (code <= 0xff) return `\\x${digits.padStart(2, '0')}`
  return code <= 0xffff ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`
}

/** What `{value}` becomes in a Python f-string: a text as it is, anything else as its `repr`. */
export function str(value: ReadonlyValue): string {
  return typeof value === 'string' ? value : repr(value)
}
