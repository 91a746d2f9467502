import { PythonError, type ReadonlyValue, repr, typeName } from '@skill-state/tau-bench/python'

/** Python's `float(value)`. */
export function toFloat(value: ReadonlyValue): number {
  if (typeof value === 'number' || typeof value === 'boolean') return Number(value)
  if (typeof value === 'bigint') {
    const float = Number(value)
    if (Number.isFinite(float)) return float
    throw new PythonError('OverflowError', 'int too large to convert to float')
  }
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
  if (/^[-+]?[0-9]+(?:_[0-9]+)*$/.test(text)) return signed(text.replaceAll('_', ''))
  throw new PythonError('ValueError', `invalid literal for int() with base 10: ${repr(value)}`)
}

/** The value, or undefined if Python raises a `ValueError` or a `TypeError`. */
export function attempt<Value>(convert: () => Value): Value | undefined {
  try {
    return convert()
  } catch (error) {
    if (error instanceof PythonError && (error.type === 'ValueError' || error.type === 'TypeError')) {
      return undefined
    }
    throw error
  }
}

function floatOf(value: string): number {
  const text = plainDigits(value)
  if (
    /^[-+]?(?:[0-9]+(?:_[0-9]+)*\.?|(?=\.[0-9])|[0-9]+(?:_[0-9]+)*\.)(?:(?<=\.)[0-9]+(?:_[0-9]+)*|\.[0-9]+(?:_[0-9]+)*)?(?:e[-+]?[0-9]+(?:_[0-9]+)*)?$/i.test(
      text,
    )
  ) {
    return Number(text.replaceAll('_', ''))
  }
  const [, sign, word] = /^([-+]?)(inf|infinity|nan)$/i.exec(text) ?? []
  if (word === undefined)
    throw new PythonError('ValueError', `could not convert string to float: ${repr(value)}`)
  const size = word.toLowerCase() === 'nan' ? Number.NaN : Number.POSITIVE_INFINITY
  return sign === '-' ? -size : size
}

function signed(text: string): bigint {
  return text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text.replace('+', ''))
}

/** Without white space around it, and with the digits of all scripts as 0 to 9. */
function plainDigits(value: string): string {
  return stripped(value).replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    // The digits of a script lie in a row of ten that begins at its zero.
    let zero = code
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
    return code < 0x80 ? digit : String(code - zero)
  })
}

const space = '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]'
const around = new RegExp(`^${space}+|${space}+$`, 'g')
const between = new RegExp(`${space}+`)

/** Python's `text.strip()`. */
export function stripped(text: string): string {
  return text.replace(around, '')
}

/** Python's `text.split()`. */
export function words(text: string): string[] {
  return text.split(between).filter((word) => word !== '')
}
