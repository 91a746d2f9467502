import { toFloat as numberToFloat } from './arithmetic.ts'
import { repr } from './text/repr.ts'
import type { ReadonlyValue } from './value.ts'
import { isNumeric, PythonError, typeName } from './value.ts'

export function toFloat(value: ReadonlyValue): number {
  if (isNumeric(value)) return numberToFloat(value)
  if (typeof value === 'string') return floatOf(value)
  throw new PythonError(
    'TypeError',
    `float() argument must be a string or a real number, not '${typeName(value)}'`,
  )
}

/** Python's `int(value)`, towards zero. */
export function toInt(value: ReadonlyValue): bigint {
  if (typeof value === 'bigint' || typeof value === 'boolean') return BigInt(value)
  if (typeof value === 'number') {
    if (Number.isNaN(value)) throw new PythonError('ValueError', 'cannot convert float NaN to integer')
    if (Number.isFinite(value)) return BigInt(Math.trunc(value))
    throw new PythonError('OverflowError', 'cannot convert float infinity to integer')
  }
  if (typeof value !== 'string') {
    const type = typeName(value)
    throw new PythonError(
      'TypeError',
      `int() argument must be a string, a bytes-like object or a real number, not '${type}'`,
    )
  }
  const text = plainDigits(value)
  if (intText.test(text)) return signed(text.replaceAll('_', ''))
  throw new PythonError('ValueError', `invalid literal for int() with base 10: ${repr(value)}`)
}

/** The value, or undefined if Python raises a `ValueError` or a `TypeError`. */
export function attempt<Value>(convert: () => Value): Value | undefined {
  try {
    return convert()
  } catch (error) {
    if (error instanceof PythonError && (error.type === 'ValueError' || error.type === 'TypeError'))
      return undefined
    throw error
  }
}

const digits = '[0-9]+(?:_[0-9]+)*'
const floatText = new RegExp(
  `^[-+]?(?:${digits}(?:\\.(?:${digits})?)?|\\.${digits})(?:e[-+]?${digits})?$`,
  'i',
)

function floatOf(value: string): number {
  const text = plainDigits(value)
  if (floatText.test(text)) return Number(text.replaceAll('_', ''))
  const [, sign, word] = /^([-+]?)(inf|infinity|nan)$/i.exec(text) ?? []
  if (word === undefined)
    throw new PythonError('ValueError', `could not convert string to float: ${repr(value)}`)
  const size = word.toLowerCase() === 'nan' ? Number.NaN : Number.POSITIVE_INFINITY
  return sign === '-' ? -size : size
}

const intText = new RegExp(`^[-+]?${digits}$`)

function signed(text: string): bigint {
  const size = text.replace(/^[-+]/, '').length
  if (size > 4300) {
    const words = `Exceeds the limit (4300 digits) for integer string conversion: value has ${size} digits`
    throw new PythonError('ValueError', `${words}; use sys.set_int_max_str_digits() to increase the limit`)
  }
  return text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text.replace('+', ''))
}

/** Without white space around it, and with the digits of all scripts as 0 to 9. */
function plainDigits(value: string): string {
  return stripped(value, unicodeSpace).replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    if (code < 0x80) return digit
    // Five rows of mathematical digits touch each other.
    if (code >= 0x1d7ce && code <= 0x1d7ff) return String((code - 0x1d7ce) % 10)
    // The digits of another script lie in a row of ten that begins at its zero.
    let zero = code
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
    return String(code - zero)
  })
}

/** The white space that numbers may have around them: not the four control characters that `strip` counts in. */
export const unicodeSpace: RegExp = /\p{White_Space}/u
const space = '[\\p{White_Space}\\x1c-\\x1f]'
const between = new RegExp(`${space}+`, 'u')

/** Python's `text.strip()`; or without another kind of white space. */
export function stripped(text: string, white: RegExp = new RegExp(space, 'u')): string {
  let [from, to] = [0, text.length]
  while (from < to && white.test(text.charAt(from))) from++
  while (to > from && white.test(text.charAt(to - 1))) to--
  return text.slice(from, to)
}

export function words(text: string): string[] {
  return text.split(between).filter((word) => word !== '')
}
