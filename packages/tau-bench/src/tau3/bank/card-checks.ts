import { equals, isTruthy, length, type PythonValue, type ReadonlyDict } from '../../python/index.ts'
import { f, isDigits } from '../../python/text/format.ts'
import { type Bank, get, refuse } from './bank.ts'
import { isOneOf, requireAll, requireRow } from './checks.ts'

const runs = ['0123456789', '9876543210']

/** Refuses a PIN that is not of four digits, or is too simple. */
export function requirePin(pin: PythonValue): void {
  if (!isTruthy(pin) || !isDigits(pin) || length(pin) !== 4n) refuse('Error: PIN must be exactly 4 digits.')
  const digits = Array.from(pin as string)
  if (runs.some((run) => run.includes(digits.join('')))) {
    refuse('Error: PIN cannot be sequential (e.g., 1234). Please choose a more secure PIN.')
  }
  if (new Set(digits).size === 1) {
    refuse('Error: PIN cannot be all the same digit (e.g., 1111). Please choose a more secure PIN.')
  }
}

export function requireDigits(what: string, value: PythonValue, count: bigint): void {
  if (!isDigits(value) || length(value) !== count) refuse(`Error: ${what} must be exactly ${count} digits.`)
}

export function requireLastDigits(card: ReadonlyDict, digits: PythonValue): void {
  if (equals(get(card, 'last_4_digits'), digits)) return
  refuse('Error: Card verification failed. The last 4 digits do not match our records.')
}

/** Refuses a card of another status than the one that can be `done`, as `frozen`. */
export function requireStatus(card: ReadonlyDict, id: PythonValue, wanted: string, done: string): void {
  const status = get(card, 'status')
  if (status === wanted) return
  refuse(
    f`Error: Debit card '${id}' cannot be ${done}. Current status: ${status}. Only ${wanted} cards can be ${done}.`,
  )
}

/** Refuses if the card's account is there and not open. */
export function requireOpenAccount(bank: Bank, card: ReadonlyDict, consequence: string): void {
  const id = get(card, 'account_id')
  const account = isTruthy(id) ? bank.row('accounts', id) : undefined
  if (account === undefined || get(account, 'status') === 'OPEN') return
  refuse(f`Error: The linked checking account '${id}' is no longer open. Card cannot be ${consequence}.`)
}

const activationTools: Readonly<Record<string, string>> = {
  new_account: 'activate_debit_card_8291',
  first_card: 'activate_debit_card_8291',
  lost: 'activate_debit_card_8292',
  stolen: 'activate_debit_card_8292',
  fraud: 'activate_debit_card_8292',
  expired: 'activate_debit_card_8293',
  damaged: 'activate_debit_card_8293',
  upgrade: 'activate_debit_card_8293',
  bank_reissue: 'activate_debit_card_8293',
}

/** The card that may be activated by this tool with these details; refuses otherwise. */
export function requireActivation(
  bank: Bank,
  tool: string,
  args: Readonly<Record<'card_id' | 'last_4_digits' | 'expiration_date' | 'cvv' | 'pin', PythonValue>>,
): ReadonlyDict {
  const { card_id, last_4_digits, expiration_date, cvv, pin } = args
  requireAll(
    [card_id, last_4_digits, expiration_date, cvv, pin],
    'Error: Missing required parameters. Required: card_id, last_4_digits, expiration_date, cvv, pin.',
  )
  requirePin(pin)
  requireDigits('CVV', cvv, 3n)
  requireDigits('Last 4 digits', last_4_digits, 4n)
  const card = requireRow(bank, 'debit_cards', 'Debit card', card_id)
  requireIssueReason(card, tool)
  if (get(card, 'status') === 'ACTIVE') refuse(f`Error: Debit card '${card_id}' is already active.`)
  requireStatus(card, card_id, 'PENDING', 'activated')
  requireLastDigits(card, last_4_digits)
  requireOpenAccount(bank, card, 'activated')
  return card
}

function requireIssueReason(card: ReadonlyDict, tool: string): void {
  const reason = get(card, 'issue_reason', 'new_account')
  const known = isOneOf(reason, Object.keys(activationTools)) ? activationTools[reason as string] : 'unknown'
  if (known === tool) return
  refuse(
    f`Error: Wrong activation tool. This card has issue_reason='${reason}'. Please use ${known ?? null} instead of ${tool}.`,
  )
}
