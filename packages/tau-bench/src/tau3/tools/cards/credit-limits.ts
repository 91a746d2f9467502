import type { PythonValue, ReadonlyDict } from '../../../python/index.ts'
import { attempt, f, fixed, toFloat, upper } from '../../../python/index.ts'
import { type Bank, type BankTool, get, idOf, refusal, refuse, today, tool } from '../../bank/bank.ts'
import { dollars, isOneOf, moneyOf, requireArgs, requireOwner, requireRow } from '../../bank/checks.ts'

const requests = 'credit_limit_increase_requests'
const cards = 'credit_card_accounts'

function requestId(account: PythonValue, user: PythonValue, amount: PythonValue): string {
  return `cli_${idOf(f`cli_request:${account}:${user}:${fixed(amount)}`, 12)}`
}

function requireOwnCard(bank: Bank, id: PythonValue, user: PythonValue): ReadonlyDict {
  const card = requireRow(bank, cards, 'Credit card account', id)
  requireOwner(card, 'Credit card account', id, user)
  return card
}

const submit = tool(
  'submit_credit_limit_increase_request_7392',
  'credit_card_account_id user_id requested_increase_amount',
  (bank, args) => {
    const { credit_card_account_id, user_id } = args
    requireArgs(args, 'credit_card_account_id user_id requested_increase_amount!')
    const invalid = 'Error: Invalid requested_increase_amount. Must be a whole number'
    const number = attempt(() => toFloat(args.requested_increase_amount)) ?? refuse(`${invalid}.`)
    if (!Number.isInteger(number)) refuse(`${invalid} of dollars.`)
    const amount = BigInt(number)
    if (amount <= 0n) throw refusal`Error: Requested increase amount must be positive.`
    requireOwnCard(bank, credit_card_account_id, user_id)
    const id = requestId(credit_card_account_id, user_id, amount)
    const request = { credit_card_account_id, user_id, requested_increase_amount: amount }
    if (!bank.add(requests, id, { request_id: id, ...request, submitted_at: today, status: 'PENDING' }))
      throw refusal`Error: A similar request may already exist.`
    return f`Credit limit increase request submitted successfully.

Executed: submit_credit_limit_increase_request_7392
  - Request ID: ${id}
  - Account: ${credit_card_account_id}
  - Requested Increase: $${amount.toLocaleString('en-US')}
  - Status: PENDING`
  },
)

const approve = tool(
  'approve_credit_limit_increase_5847',
  'credit_card_account_id user_id new_credit_limit',
  (bank, args) => {
    const { credit_card_account_id, user_id } = args
    requireArgs(args, 'credit_card_account_id user_id new_credit_limit!')
    const card = requireOwnCard(bank, credit_card_account_id, user_id)
    if (!isEligible(bank, card, credit_card_account_id, user_id))
      throw refusal`Error: Credit limit increase request cannot be approved at this time.`
    const previous = moneyOf(get(card, 'credit_limit', '$0.00'))
    const limit = toFloat(args.new_credit_limit)
    const amounts = {
      previous_limit: dollars(previous),
      new_limit: dollars(limit),
      increase_amount: dollars(limit - previous),
    }
    bank.update(cards, credit_card_account_id, { credit_limit: amounts.new_limit })
    const id = requestId(credit_card_account_id, user_id, limit - previous)
    const request = { request_id: id, credit_card_account_id, user_id, ...amounts }
    bank.add(requests, id, { ...request, decision_date: today, status: 'APPROVED' })
    return f`Credit limit increase approved!
  - Account: ${credit_card_account_id}
  - Previous Limit: ${amounts.previous_limit}
  - New Limit: ${amounts.new_limit}
  - Increase: ${amounts.increase_amount}
  - Effective Date: ${today}
The customer will receive a confirmation email.`
  },
)

/** No open dispute of the user, no replacement of the card under way, and the account in good standing. */
function isEligible(bank: Bank, card: ReadonlyDict, account: PythonValue, user: PythonValue): boolean {
  const has = (table: string, field: string, value: PythonValue, statuses: string): boolean =>
    bank.rows(table, field, value).some(([, row]) => isOneOf(get(row, 'status'), statuses))
  if (has('transaction_disputes', 'user_id', user, 'SUBMITTED UNDER_REVIEW PENDING')) return false
  if (has('credit_card_orders', 'credit_card_account_id', account, 'PENDING PROCESSING SHIPPED')) return false
  return !isOneOf(upper(get(card, 'account_status', '')), 'PAST_DUE DELINQUENT COLLECTIONS CLOSED')
}

const denialReasons =
  'insufficient_account_age cooldown_period_active pending_disputes pending_replacement_card past_due_balance high_utilization insufficient_payment_history requested_amount_exceeds_limit other'

const deny = tool(
  'deny_credit_limit_increase_5848',
  'credit_card_account_id user_id denial_reason',
  (bank, args) => {
    const { credit_card_account_id: account, denial_reason } = args
    requireArgs(args, 'credit_card_account_id user_id denial_reason')
    if (!isOneOf(denial_reason, denialReasons))
      throw refusal`Error: Invalid denial_reason. Must be one of: ${denialReasons.replaceAll(' ', ', ')}`
    requireRow(bank, cards, 'Credit card account', account)
    const id = requestId(account, args.user_id, 0)
    bank.add(requests, id, { request_id: id, ...args, decision_date: today, status: 'DENIED' })
    return f`Credit limit increase request denied.
  - Account: ${account}
  - Denial Reason: ${denial_reason}
  - Date: ${today}
The customer will receive a notification explaining the denial.`
  },
)

export const creditLimits: readonly BankTool[] = [submit, approve, deny]
