import { choice, times } from './text.ts'

/** All integers of 15 digits are numbers of JavaScript; of those of 16 digits, only some. */
const LARGEST = 10 ** 15 - 1

/** The integers between two bounds, which may be infinite, of at most 15 digits. Undefined if all are longer. */
export function integerRange(least: number, most: number): string | undefined {
  const [from, to] = [Math.max(least, -LARGEST), Math.min(most, LARGEST)]
  if (from > to) return undefined
  const negative = from < 0 ? [`"-" ${choice(digitsBetween(Math.max(1, -to), -from))}`] : []
  const zero = from <= 0 && to >= 0 ? ['"0"'] : []
  const positive = to > 0 ? digitsBetween(Math.max(1, from), to) : []
  return choice([...zero, ...positive, ...negative])
}

/** The natural numbers between two, as alternatives; those of one length together. */
function digitsBetween(least: number, most: number): string[] {
  const [low, high] = [String(least), String(most)]
  if (low.length === high.length) return sameLength(low, high)
  const first = sameLength(low, '9'.repeat(low.length))
  const last = sameLength(`1${'0'.repeat(high.length - 1)}`, high)
  const [shortest, longest] = [low.length + 1, high.length - 1]
  const between = shortest > longest ? [] : [`[1-9] ${times('[0-9]', shortest - 1, longest - 1)}`]
  return [...first, ...between, ...last]
}

function sameLength(low: string, high: string): string[] {
  if (low === high) return [`"${low}"`]
  const [from, to, rest] = [Number(low[0]), Number(high[0]), low.length - 1]
  const any = rest === 0 ? '' : ` ${times('[0-9]', rest, rest)}`
  if (isRound(low, '0') && isRound(high, '9')) return [`[${from}-${to}]${any}`]
  if (from === to) return [`"${from}" ${choice(sameLength(low.slice(1), high.slice(1)))}`]
  const isLowRound = isRound(low, '0')
  const isHighRound = isRound(high, '9')
  const [start, end] = [isLowRound ? from : from + 1, isHighRound ? to : to - 1]
  return [
    ...(isLowRound ? [] : [`"${from}" ${choice(sameLength(low.slice(1), '9'.repeat(rest)))}`]),
    ...(start > end ? [] : [`[${start}-${end}]${any}`]),
    ...(isHighRound ? [] : [`"${to}" ${choice(sameLength('0'.repeat(rest), high.slice(1)))}`]),
  ]
}

/** Whether all digits after the first are this one. */
function isRound(digits: string, digit: string): boolean {
  return Array.from(digits.slice(1)).every((each) => each === digit)
}
