import type { PythonValue, ReadonlyDict, ReadonlyValue } from '../../python/index.ts'
import { attempt, equals, f, fixed, isTruthy, listing, str, toFloat } from '../../python/index.ts'
import { type Bank, get, Refusal, refusal, refuse } from './bank.ts'

/**
 * Refuses if one of the named arguments is empty, zero, false or None; one whose name ends in `!`, only if it is None. The
 * refusal ends in `end`, with the names in the place of `%`.
 */
export function requireArgs(args: Readonly<Record<string, PythonValue>>, names: string, end = '.'): void {
  const wanted = names.split(' ').map((name) => ({ name: name.replace('!', ''), isFree: name.endsWith('!') }))
  const isGiven = ({ name, isFree }: (typeof wanted)[number]): boolean =>
    isFree ? args[name] !== null : isTruthy(args[name] ?? null)
  if (wanted.every(isGiven)) return
  const list = wanted.map(({ name }) => name).join(', ')
  throw new Refusal(
    `Error: Missing required parameter${wanted.length > 1 ? 's' : ''}${end.replace('%', list)}`,
  )
}

/** A number above zero; refuses in these words what is no number, and what is not above zero. */
export function requireAmount(given: PythonValue, noNumber: string, tooSmall: string): number {
  const amount = attempt(() => toFloat(given)) ?? refuse(noNumber)
  return amount > 0 || Number.isNaN(amount) ? amount : refuse(tooSmall)
}

/** An amount as the bank writes it: `$12.50`. */
export function dollars(amount: ReadonlyValue): string {
  return `$${fixed(amount)}`
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

export function requireOwner(row: ReadonlyDict, what: string, id: PythonValue, user: PythonValue): void {
  if (!equals(get(row, 'user_id'), user))
    throw refusal`Error: ${what} '${id}' does not belong to user '${user}'.`
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
