import { dateIn, daysBetween } from '../../../python/date.ts'
import {
  compare,
  isTruthy,
  multiply,
  type PythonValue,
  type ReadonlyDict,
  subtract,
} from '../../../python/index.ts'
import { attempt, toFloat, toInt } from '../../../python/numbers.ts'
import { f, textWith } from '../../../python/text/format.ts'
import { type Bank, get, midnight, refuse, today } from '../../bank/bank.ts'
import { isOneOf, requireAll, requireRow } from '../../bank/checks.ts'
import { type BankTool, tool } from '../../bank/tool.ts'

/** By the level of the account in lower case. */
const atmLimits: Readonly<Record<string, bigint>> = {
  'blue account': 500n,
  'green account': 600n,
  'light blue account': 400n,
  'green fee-free account': 500n,
  'evergreen account': 750n,
  'bluest account': 1500n,
  'dark green account': 300n,
  'gold years account': 600n,
  'purple account': 1000n,
}

export const temporaryLimit: BankTool = tool(
  'request_temporary_debit_card_limit_increase_8374',
  'card_id limit_type new_limit',
  (bank, { card_id, limit_type, new_limit: given }) => {
    requireAll([card_id], 'Error: Missing required parameter: card_id.')
    requireAll([limit_type], 'Error: Missing required parameter: limit_type.')
    if (!isOneOf(limit_type, 'atm purchase') || typeof limit_type !== 'string') {
      refuse(f`Error: Invalid limit_type '${limit_type}'. Must be 'atm' or 'purchase'.`)
    }
    const limit = wholeNumber(given)
    if (limit <= 0n) refuse('Error: new_limit must be a positive amount.')
    const card = requireRow(bank, 'debit_cards', 'Debit card', card_id)
    if (get(card, 'status') !== 'ACTIVE') {
      refuse(
        f`Error: Debit card '${card_id}' is not active. Current status: ${get(card, 'status')}. Only ACTIVE cards can have limit increases.`,
      )
    }
    const account = requireOldAccount(bank, card_id, card)
    const field = `daily_${limit_type}_limit`
    const name = limit_type === 'atm' ? 'Daily ATM Withdrawal Limit' : 'Daily Purchase Limit'
    const current = limitOf(card, field, account, limit_type === 'atm')
    if (current === null) {
      refuse(
        `Error: The card does not have a ${name.toLowerCase()} configured. This may be a restricted account type where limits are set by account policy and cannot be modified.`,
      )
    }
    const most = toInt(multiply(current, 1.5))
    if (limit > most) {
      refuse(
        f`Error: Requested limit $${limit} exceeds the maximum allowed temporary increase. Maximum temporary limit is $${most} (150% of current $${current} limit).`,
      )
    }
    if (compare(limit, '<=', current)) {
      refuse(f`Error: Requested limit $${limit} is not higher than the current limit of $${current}.`)
    }
    bank.update('debit_cards', card_id, {
      [field]: limit,
      [`temporary_${limit_type}_limit_increase`]: true,
      [`original_${limit_type}_limit`]: current,
      [`temporary_${limit_type}_limit_expires`]: today,
    })
    return [
      `Temporary ${name} Increase Granted Successfully`,
      f`Card ID: ${card_id}`,
      f`Previous Limit: $${current}`,
      f`New Temporary Limit: $${limit}`,
      f`Increase Amount: $${subtract(limit, current)}`,
      '',
      'Important Information:',
      '- This temporary increase expires in 24 hours',
      f`- After expiration, the limit will revert to $${current}`,
      '- Only one temporary increase is allowed per 24-hour period',
      '',
      'Note: If the customer is at a third-party (non-Rho-Bank) ATM, that ATM may have its own',
      'per-transaction or daily limits that Rho-Bank cannot override. The customer may need to',
      'use a Rho-Bank ATM or make multiple smaller withdrawals at third-party ATMs.',
    ].join('\n')
  },
)

function wholeNumber(given: PythonValue): bigint {
  if (given === null) refuse('Error: Missing required parameter: new_limit.')
  const number = attempt(() => toFloat(given))
  if (number === undefined) refuse(f`Error: new_limit must be an integer, got '${given}'.`)
  if (!Number.isInteger(number)) refuse(f`Error: new_limit must be an integer, got '${number}'.`)
  return BigInt(number)
}

/** The card's account, if it is open and at least 60 days old. */
function requireOldAccount(bank: Bank, card_id: PythonValue, card: ReadonlyDict): ReadonlyDict {
  const id = get(card, 'account_id')
  const account = isTruthy(id) ? bank.row('accounts', id) : undefined
  if (account === undefined) refuse(f`Error: Could not find linked account for debit card '${card_id}'.`)
  const status = get(account, 'status')
  if (status !== 'OPEN') {
    refuse(f`Error: The linked account '${id}' is not in good standing. Account status: ${status}.`)
  }
  const opened = get(account, 'date_opened')
  const time = isTruthy(opened) ? dateIn(opened) : undefined
  const days = time === undefined ? 60 : daysBetween(time, midnight)
  if (days < 60) {
    refuse(
      `Error: Account must be at least 60 days old for a temporary limit increase. Account age: ${days} days.`,
    )
  }
  return account
}

/** The limit on the card, or for withdrawals the one that the account's level gives. */
function limitOf(card: ReadonlyDict, field: string, account: ReadonlyDict, isAtm: boolean): PythonValue {
  const own = get(card, field) as PythonValue
  if (own !== null || !isAtm) return own
  const level = textWith(get(account, 'level', ''), 'lower').toLowerCase()
  if (level.includes('light green')) {
    refuse(
      'Error: Light Green Account (teen checking) cards have policy-based limits that cannot be modified. The daily ATM withdrawal limit of $150 is fixed by account policy for safety reasons. The customer may request the parent/guardian to withdraw cash from their own account if needed.',
    )
  }
  const limit = Object.hasOwn(atmLimits, level) ? atmLimits[level] : undefined
  return (
    limit ??
    refuse(
      f`Error: Could not determine the default ATM limit for account type '${get(account, 'level')}'. Please verify the account type.`,
    )
  )
}
