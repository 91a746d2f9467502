/** A number as a person reads it: digits × 10^exponent. */
interface Decimal {
  readonly digits: bigint
  readonly exponent: number
}

/** Whether a number is a multiple of another one, both read as the decimals they are written as: 19.99 of 0.01. */
export function isMultipleOf(value: number, step: number): boolean {
  const [a, b] = [readDecimal(value), readDecimal(step)]
  const exponent = Math.min(a.exponent, b.exponent)
  return shifted(a, exponent) % shifted(b, exponent) === 0n
}

function readDecimal(value: number): Decimal {
  const [mantissa = '', power = '0'] = String(value).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length }
}

function shifted({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to)
}
