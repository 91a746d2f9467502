import { PythonError, stripped, toFloat, unicodeSpace } from '../../python/index.ts'
import { fault, type Type } from './model.ts'

const finite = fault('Input should be a finite number', 'finite_number')
const whole = fault('Input should be a valid integer, got a number with a fractional part', 'int_from_float')
const size = 'Unable to parse input string as an integer, exceeded maximum size'
const tooLarge = fault(size, 'int_parsing_size')
const noInt = fault('Input should be a valid integer', 'int_type')
const noIntText = 'Input should be a valid integer, unable to parse string as an integer'
const unreadInt = fault(noIntText, 'int_parsing')
const noFloat = fault('Input should be a valid number', 'float_type')
const unreadFloat = fault(
  'Input should be a valid number, unable to parse string as a number',
  'float_parsing',
)
const noUnicode = 'Input should be a valid string, unable to parse raw data as a unicode string'
const surrogate = fault(noUnicode, 'string_unicode')

/** pydantic's `int`: any integer; a whole float within 64 bits; a text of at most 4,300 characters. */
export const int: Type = (value, path, faults) => {
  if (typeof value === 'bigint' || typeof value === 'boolean') return BigInt(value)
  if (typeof value === 'number') {
    const read = intOfFloat(value)
    return typeof read === 'bigint' ? read : read(value, path, faults)
  }
  if (typeof value !== 'string') return noInt(value, path, faults)
  const read = intOfText(value)
  return typeof read === 'bigint' ? read : read(value, path, faults)
}

function intOfFloat(value: number): bigint | Type {
  if (!Number.isFinite(value)) return finite
  if (!Number.isInteger(value)) return whole
  return Math.abs(value) < 2 ** 63 ? BigInt(value) : tooLarge
}

function intOfText(value: string): bigint | Type {
  if (!value.isWellFormed()) return surrogate
  const [, sign, text = ''] = /^([-+]?)(.*)$/s.exec(stripped(value, unicodeSpace)) ?? []
  const digits = text.replace(/\.0+$/, '').replace(/^0[0_]*(?=\d)/, '')
  if (!/^\d+(?:_\d+)*$/.test(digits)) return unreadInt
  const plain = (sign === '-' ? sign : '') + digits.replaceAll('_', '')
  if (plain.length > 4300) return digits.includes('_') ? unreadInt : tooLarge
  return BigInt(plain)
}

/** pydantic's `float`: as Python's `float()`, but only digits of ASCII, and no integer beyond a float's range. */
export const float: Type = (value, path, faults) => {
  if (typeof value === 'string') return floatOfText(value)(value, path, faults)
  try {
    return toFloat(value)
  } catch (error) {
    if (error instanceof PythonError) return noFloat(value, path, faults)
    throw error
  }
}

const floatText = /^[-+]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?|inf|infinity|nan)$/i

function floatOfText(value: string): Type {
  if (!value.isWellFormed()) return surrogate
  const text = /^_|__|_$/.test(value) ? value : value.replaceAll('_', '')
  const plain = text === value ? stripped(value, unicodeSpace) : text
  return floatText.test(plain) ? () => toFloat(plain) : unreadFloat
}
