import { multiply, subtract } from '../../../python/arithmetic.ts'
import { compare, isTruthy } from '../../../python/compare.ts'
import { dateIn, daysBetween } from '../../../python/date.ts'
import { attempt, toFloat, toInt } from '../../../python/numbers.ts'
import { f, lower } from '../../../python/text/format.ts'
import type { PythonValue, ReadonlyDict } from '../../../python/value.ts'
import { type Bank, type BankTool, get, midnight, refusal, refuse, today, tool } from '../../bank/bank.ts'
import { isOneOf, requireArgs, requireRow } from '../../bank/checks.ts'

/** By the level of the account in lower case. */
const atmLimits = new Map([
  ['blue account', 500n],
  ['green account', 600n],
  ['light blue account', 400n],
  ['green fee-free account', 500n],
  ['evergreen account', 750n],
  ['bluest account', 1500n],
  ['dark green account', 300n],
  ['gold years account', 600n],
  ['purple account', 1000n],
])

export const temporaryLimit: BankTool = tool(
  'request_temporary_debit_card_limit_increase_8374',
  'card_id limit_type new_limit',
  (bank, args) => {
    const { card_id, limit_type: type } = args
    requireArgs(args, 'card_id', ': %.')
    requireArgs(args, 'limit_type', ': %.')
    if (!isOneOf(type, 'atm purchase'))
      throw refusal`Error: Invalid limit_type '${type}'. Must be 'atm' or 'purchase'.`
    requireArgs(args, 'new_limit!', ': %.')
    const limit = wholeNumber(args.new_limit)
    if (limit <= 0n) throw refusal`Error: new_limit must be a positive amount.`
    const card = requireRow(bank, 'debit_cards', 'Debit card', card_id)
    const status = get(card, 'status')
    if (status !== 'ACTIVE')
      throw refusal`Error: Debit card '${card_id}' is not active. Current status: ${status}. Only ACTIVE cards can have limit increases.`
    const account = requireOldAccount(bank, card_id, card)
    const name = type === 'atm' ? 'Daily ATM Withdrawal Limit' : 'Daily Purchase Limit'
    const current =
      (get(card, `daily_${type as string}_limit`) as PythonValue) ??
      (type === 'atm' ? atmLimitOf(account) : null)
    if (current === null)
      throw refusal`Error: The card does not have a ${name.toLowerCase()} configured. This may be a restricted account type where limits are set by account policy and cannot be modified.`
    const most = toInt(multiply(current, 1.5))
    if (limit > most)
      throw refusal`Error: Requested limit $${limit} exceeds the maximum allowed temporary increase. Maximum temporary limit is $${most} (150% of current $${current} limit).`
    if (compare(limit, '<=', current))
      throw refusal`Error: Requested limit $${limit} is not higher than the current limit of $${current}.`
    bank.update('debit_cards', card_id, {
      [f`daily_${type}_limit`]: limit,
      [f`temporary_${type}_limit_increase`]: true,
      [f`original_${type}_limit`]: current,
      [f`temporary_${type}_limit_expires`]: today,
    })
    return f`Temporary ${name} Increase Granted Successfully
Card ID: ${card_id}
Previous Limit: $${current}
New Temporary Limit: $${limit}
Increase Amount: $${subtract(limit, current)}

Important Information:
- This temporary increase expires in 24 hours
- After expiration, the limit will revert to $${current}
- Only one temporary increase is allowed per 24-hour period

Note: If the customer is at a third-party (non-Rho-Bank) ATM, that ATM may have its own
per-transaction or daily limits that Rho-Bank cannot override. The customer may need to
use a Rho-Bank ATM or make multiple smaller withdrawals at third-party ATMs.`
  },
)

function wholeNumber(given: PythonValue): bigint {
  const number = attempt(() => toFloat(given))
  if (number === undefined || !Number.isInteger(number))
    throw refusal`Error: new_limit must be an integer, got '${number ?? given}'.`
  return BigInt(number)
}

/** The card's account, if it is open and at least 60 days old. */
function requireOldAccount(bank: Bank, card_id: PythonValue, card: ReadonlyDict): ReadonlyDict {
  const id = get(card, 'account_id')
  const account = isTruthy(id) ? bank.row('accounts', id) : undefined
  if (account === undefined) throw refusal`Error: Could not find linked account for debit card '${card_id}'.`
  const status = get(account, 'status')
  if (status !== 'OPEN')
    throw refusal`Error: The linked account '${id}' is not in good standing. Account status: ${status}.`
  const opened = get(account, 'date_opened')
  const time = isTruthy(opened) ? dateIn(opened) : undefined
  const days = time === undefined ? 60 : daysBetween(time, midnight)
  if (days < 60)
    throw refusal`Error: Account must be at least 60 days old for a temporary limit increase. Account age: ${BigInt(days)} days.`
  return account
}

/** The limit for withdrawals that the account's level gives. */
function atmLimitOf(account: ReadonlyDict): bigint {
  const level = lower(get(account, 'level', ''))
  if (level.includes('light green'))
    throw refusal`Error: Light Green Account (teen checking) cards have policy-based limits that cannot be modified. The daily ATM withdrawal limit of $150 is fixed by account policy for safety reasons. The customer may request the parent/guardian to withdraw cash from their own account if needed.`
  const words = f`Error: Could not determine the default ATM limit for account type '${get(account, 'level')}'. Please verify the account type.`
  return atmLimits.get(level) ?? refuse(words)
}
