import { syntaxError } from './_syntax-error.ts'

const mostDigits = 4300
const advice =
  'use sys.set_int_max_str_digits() to increase the limit - ' +
  'Consider hexadecimal for huge integer literals to avoid decimal conversion limits.'

/** The value of a number as it is written: a float if it has a point, else an int. */
export function literalValue(text: string): bigint | number {
  if (text.includes('.')) return Number(text)
  if (text.length <= mostDigits) return BigInt(text)
  if (/^0+$/.test(text)) return 0n
  const found = `Exceeds the limit (${mostDigits} digits) for integer string conversion: value has ${text.length} digits`
  throw syntaxError(`${found}; ${advice}`)
}
