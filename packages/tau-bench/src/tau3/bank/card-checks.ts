import type { PythonValue, ReadonlyDict } from '../../python/index.ts'
import { equals, isDigits, isTruthy, length } from '../../python/index.ts'
import { type Bank, get, refusal } from './bank.ts'

export function requirePin(pin: PythonValue): void {
  if (!isTruthy(pin) || !isDigits(pin) || length(pin) !== 4n)
    throw refusal`Error: PIN must be exactly 4 digits.`
  const digits = pin as string
  if ('0123456789 9876543210'.includes(digits))
    throw refusal`Error: PIN cannot be sequential (e.g., 1234). Please choose a more secure PIN.`
  if (new Set(digits).size === 1)
    throw refusal`Error: PIN cannot be all the same digit (e.g., 1111). Please choose a more secure PIN.`
}

export function requireDigits(what: string, value: PythonValue, count: bigint): void {
  if (!isDigits(value) || length(value) !== count)
    throw refusal`Error: ${what} must be exactly ${count} digits.`
}

export function requireLastDigits(card: ReadonlyDict, digits: PythonValue): void {
  if (!equals(get(card, 'last_4_digits'), digits))
    throw refusal`Error: Card verification failed. The last 4 digits do not match our records.`
}

/** Refuses a card of another status than the one that can be `done`, as `frozen`. */
export function requireStatus(card: ReadonlyDict, id: PythonValue, wanted: string, done: string): void {
  const status = get(card, 'status')
  if (status !== wanted)
    throw refusal`Error: Debit card '${id}' cannot be ${done}. Current status: ${status}. Only ${wanted} cards can be ${done}.`
}

/** Refuses if the card's account is there and not open. */
export function requireOpenAccount(bank: Bank, card: ReadonlyDict, consequence: string): void {
  const id = get(card, 'account_id')
  const account = isTruthy(id) ? bank.row('accounts', id) : undefined
  if (account !== undefined && get(account, 'status') !== 'OPEN')
    throw refusal`Error: The linked checking account '${id}' is no longer open. Card cannot be ${consequence}.`
}
