import { equals, type PythonValue, type ReadonlyDict } from '../../../python/index.ts'
import { attempt, toFloat } from '../../../python/numbers.ts'
import { f, fixed, textWith } from '../../../python/text/format.ts'
import { type Bank, get, refuse, today } from '../../bank/bank.ts'
import { isOneOf, moneyOf, requireAll, requireRow } from '../../bank/checks.ts'
import { idOf } from '../../bank/ids.ts'
import { type BankTool, tool } from '../../bank/tool.ts'

const requests = 'credit_limit_increase_requests'
const missing = 'Error: Missing required parameters.'

function requestId(account: PythonValue, user: PythonValue, amount: PythonValue): string {
  return `cli_${idOf(`${f`cli_request:${account}:${user}`}:${fixed(amount)}`, 12)}`
}

function requireOwnCard(bank: Bank, id: PythonValue, user: PythonValue): ReadonlyDict {
  const account = requireRow(bank, 'credit_card_accounts', 'Credit card account', id)
  if (equals(get(account, 'user_id'), user)) return account
  return refuse(f`Error: Credit card account '${id}' does not belong to user '${user}'.`)
}

const submit = tool(
  'submit_credit_limit_increase_request_7392',
  'credit_card_account_id user_id requested_increase_amount',
  (bank, { credit_card_account_id: account, user_id, requested_increase_amount: given }) => {
    requireAll([account, user_id, given !== null], missing)
    const number = attempt(() => toFloat(given))
    const invalid = 'Error: Invalid requested_increase_amount. Must be a whole number'
    if (number === undefined) refuse(`${invalid}.`)
    if (!Number.isInteger(number)) refuse(`${invalid} of dollars.`)
    const amount = BigInt(number)
    if (amount <= 0n) refuse('Error: Requested increase amount must be positive.')
    requireOwnCard(bank, account, user_id)
    const id = requestId(account, user_id, amount)
    const isNew = bank.add(requests, id, {
      request_id: id,
      credit_card_account_id: account,
      user_id,
      requested_increase_amount: amount,
      submitted_at: today,
      status: 'PENDING',
    })
    if (!isNew) refuse('Error: A similar request may already exist.')
    return [
      'Credit limit increase request submitted successfully.\n',
      'Executed: submit_credit_limit_increase_request_7392',
      `  - Request ID: ${id}`,
      f`  - Account: ${account}`,
      `  - Requested Increase: $${amount.toLocaleString('en-US')}`,
      '  - Status: PENDING',
    ].join('\n')
  },
)

const approve = tool(
  'approve_credit_limit_increase_5847',
  'credit_card_account_id user_id new_credit_limit',
  (bank, { credit_card_account_id: account, user_id, new_credit_limit }) => {
    requireAll([account, user_id, new_credit_limit !== null], missing)
    const card = requireOwnCard(bank, account, user_id)
    if (!isEligible(bank, card, account, user_id)) {
      refuse('Error: Credit limit increase request cannot be approved at this time.')
    }
    const previous = moneyOf(get(card, 'credit_limit', '$0.00'))
    const limit = toFloat(new_credit_limit)
    const amounts = {
      previous_limit: `$${fixed(previous)}`,
      new_limit: `$${fixed(limit)}`,
      increase_amount: `$${fixed(limit - previous)}`,
    }
    bank.update('credit_card_accounts', account, { credit_limit: amounts.new_limit })
    const id = requestId(account, user_id, limit - previous)
    bank.add(requests, id, {
      request_id: id,
      credit_card_account_id: account,
      user_id,
      ...amounts,
      decision_date: today,
      status: 'APPROVED',
    })
    return [
      'Credit limit increase approved!',
      f`  - Account: ${account}`,
      `  - Previous Limit: ${amounts.previous_limit}`,
      `  - New Limit: ${amounts.new_limit}`,
      `  - Increase: ${amounts.increase_amount}`,
      `  - Effective Date: ${today}`,
      'The customer will receive a confirmation email.',
    ].join('\n')
  },
)

/** No open dispute of the user, no replacement of the card under way, and the account in good standing. */
function isEligible(bank: Bank, card: ReadonlyDict, account: PythonValue, user: PythonValue): boolean {
  const disputed = bank
    .rows('transaction_disputes')
    .some(
      ([, row]) =>
        equals(get(row, 'user_id'), user) && isOneOf(get(row, 'status'), 'SUBMITTED UNDER_REVIEW PENDING'),
    )
  const replaced = bank
    .rows('credit_card_orders')
    .some(
      ([, row]) =>
        equals(get(row, 'credit_card_account_id'), account) &&
        isOneOf(get(row, 'status'), 'PENDING PROCESSING SHIPPED'),
    )
  if (disputed || replaced) return false
  const standing = textWith(get(card, 'account_status', ''), 'upper').toUpperCase()
  return !['PAST_DUE', 'DELINQUENT', 'COLLECTIONS', 'CLOSED'].includes(standing)
}

const denialReasons =
  'insufficient_account_age cooldown_period_active pending_disputes pending_replacement_card past_due_balance high_utilization insufficient_payment_history requested_amount_exceeds_limit other'

const deny = tool(
  'deny_credit_limit_increase_5848',
  'credit_card_account_id user_id denial_reason',
  (bank, { credit_card_account_id: account, user_id, denial_reason }) => {
    requireAll([account, user_id, denial_reason], missing)
    if (!isOneOf(denial_reason, denialReasons)) {
      refuse(`Error: Invalid denial_reason. Must be one of: ${denialReasons.replaceAll(' ', ', ')}`)
    }
    requireRow(bank, 'credit_card_accounts', 'Credit card account', account)
    const id = requestId(account, user_id, 0)
    bank.add(requests, id, {
      request_id: id,
      credit_card_account_id: account,
      user_id,
      denial_reason,
      decision_date: today,
      status: 'DENIED',
    })
    return [
      'Credit limit increase request denied.',
      f`  - Account: ${account}`,
      f`  - Denial Reason: ${denial_reason}`,
      `  - Date: ${today}`,
      'The customer will receive a notification explaining the denial.',
    ].join('\n')
  },
)

export const creditLimits: readonly BankTool[] = [submit, approve, deny]
