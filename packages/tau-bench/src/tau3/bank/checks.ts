import { isTruthy, type ReadonlyDict, type ReadonlyValue } from '../../python/index.ts'
import { attempt, toFloat } from '../../python/numbers.ts'
import { f, listing } from '../../python/text/format.ts'
import { str } from '../../python/text/repr.ts'
import { type Bank, get, refuse } from './bank.ts'

/** Refuses if one of the values is empty, zero, false or None. */
export function requireAll(values: readonly ReadonlyValue[], refusal: string): void {
  if (!values.every(isTruthy)) refuse(refusal)
}

/** Whether the value is one of the texts, or of the words that blanks part. */
export function isOneOf(value: ReadonlyValue, choices: string | readonly string[]): boolean {
  return typeof value === 'string' && listOf(choices).includes(value)
}

/** Refuses a value that is not one of the words, and lists them as Python prints a list. */
export function requireOneOf(what: string, value: ReadonlyValue, choices: string | readonly string[]): void {
  if (isOneOf(value, choices)) return
  refuse(`Error: Invalid ${what}. Must be one of: ${listing(listOf(choices))}`)
}

function listOf(choices: string | readonly string[]): readonly string[] {
  return typeof choices === 'string' ? choices.split(' ') : choices
}

/** The row, or a refusal: `Error: Account 'x' not found.` */
export function requireRow(bank: Bank, table: string, what: string, key: ReadonlyValue): ReadonlyDict {
  return bank.row(table, key) ?? refuse(f`Error: ${what} '${key}' not found.`)
}

/** A balance as accounts hold it: a number, or a text such as `$2,850.00`. */
export function balanceOf(account: ReadonlyDict): number {
  const value = get(account, 'current_holdings', get(account, 'balance', 0n))
  if (typeof value === 'string') return toFloat(withoutMoneySigns(value))
  return typeof value === 'object' ? 0 : toFloat(value)
}

/** An amount such as `$5,000.00`; 0 for any other text. */
export function moneyOf(value: ReadonlyValue): number {
  return attempt(() => toFloat(withoutMoneySigns(str(value)))) ?? 0
}

const withoutMoneySigns = (text: string): string => text.replaceAll('$', '').replaceAll(',', '')

export function isOpen(row: ReadonlyDict): boolean {
  return isOneOf(get(row, 'status'), 'ACTIVE OPEN')
}
