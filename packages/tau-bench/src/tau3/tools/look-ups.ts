import { compareText, isTruthy } from '../../python/compare.ts'
import { dateIn } from '../../python/date.ts'
import { attempt, toInt } from '../../python/numbers.ts'
import { dumps } from '../../python/text/dumps.ts'
import { dumpsIndented, f, lower } from '../../python/text/format.ts'
import { str } from '../../python/text/repr.ts'
import type { PythonDict, ReadonlyDict } from '../../python/value.ts'
import { type BankTool, get, refusal, refuse, tool } from '../bank/bank.ts'
import { isOneOf, requireArgs, requireRow } from '../bank/checks.ts'
import { findRows, formatRows, isEmptyAnswer } from '../bank/find.ts'

/** The plain look-ups: a parameter, and the table and field that it is looked up in. */
const plain = (
  [
    ['get_user_information_by_id', 'user_id', 'users', 'user_id'],
    ['get_user_information_by_name', 'customer_name', 'users', 'name'],
    ['get_user_information_by_email', 'email', 'users', 'email'],
    ['get_referrals_by_user', 'user_id', 'referrals', 'referrer_id'],
    ['get_credit_card_transactions_by_user', 'user_id', 'credit_card_transaction_history', 'user_id'],
    ['get_credit_card_accounts_by_user', 'user_id', 'credit_card_accounts', 'user_id'],
  ] as const
).map(([name, parameter, table, field]) =>
  tool(name, parameter, (bank, { [parameter]: value }) => findRows(bank, table, field, value)),
)

/** Look-ups that head their answer, or say in words of their own that there is nothing. */
const histories = (
  [
    [
      'get_debit_dispute_status_7483',
      'user_id',
      'debit_card_disputes',
      'Debit card dispute history retrieved successfully.',
      'Debit card dispute history for user',
      'No debit card disputes found for this user.',
    ],
    [
      'get_user_dispute_history_7291',
      'user_id',
      'transaction_disputes',
      'User transaction dispute history retrieved successfully.',
      'Transaction dispute history for user',
      'No transaction disputes found for this user.',
    ],
    [
      'get_pending_replacement_orders_5765',
      'credit_card_account_id',
      'credit_card_orders',
      'Pending replacement orders check completed.',
      'Replacement orders for credit card account',
      'No pending replacement orders found for this credit card account.',
    ],
    [
      'get_closure_reason_history_8293',
      'credit_card_account_id',
      'credit_card_closure_reasons',
      'Closure reason history retrieved successfully.',
      'Closure reason history for credit card account',
      'No closure reason records found for this credit card account.',
    ],
    [
      'get_credit_limit_increase_history_4829',
      'credit_card_account_id',
      'credit_limit_increase_requests',
      'Credit limit increase history retrieved.',
      'Credit limit increase history for account',
      'No credit limit increase requests found for this account.',
    ],
  ] as const
).map(([name, field, table, done, heading, none]) =>
  tool(name, field, (bank, args) => {
    requireArgs(args, field, ': %')
    const found = findRows(bank, table, field, args[field])
    const body = isEmptyAnswer(found) ? `\n${none}` : found
    return f`${done}\n\nExecuted: ${name}\n${heading} ${args[field]}:\n${body}`
  }),
)

const allAccounts = tool('get_all_user_accounts_by_user_id_3847', 'user_id', (bank, args) => {
  requireArgs(args, 'user_id', ': %')
  const part = (table: string, none: string): string => {
    const found = findRows(bank, table, 'user_id', args.user_id)
    return isEmptyAnswer(found) ? none : found
  }
  return f`User accounts retrieved successfully.

Executed: get_all_user_accounts_by_user_id_3847
Accounts for user ${args.user_id}:

Bank Accounts:
${part('accounts', '  No bank accounts found.')}

Credit Card Accounts:
${part('credit_card_accounts', '  No credit card accounts found.')}`
})

const payments = tool('get_payment_history_6183', 'credit_card_account_id months', (bank, args) => {
  const { credit_card_account_id: account, months } = args
  requireArgs(args, 'credit_card_account_id months!', ' (%).')
  const count =
    attempt(() => toInt(months)) ?? refuse('Error: Invalid months value. Must be a positive integer.')
  if (count <= 0n) throw refusal`Error: months must be a positive integer.`
  const all = bank.rows('payment_history', 'credit_card_account_id', account).map(([, row]) => row)
  if (all.length === 0) return f`No payment history found for account '${account}'.`
  const shown = newestFirst(all, 'payment_date').slice(0, Number(count))
  const late = shown.findIndex((row) => get(row, 'status') !== 'ON_TIME')
  return [
    f`Payment history for account '${account}' (last ${count} months):`,
    `Consecutive on-time payments: ${late === -1 ? shown.length : late}`,
    ...shown.map(
      (row) =>
        f`\n  - Payment Date: ${get(row, 'payment_date')}\n    Amount: ${get(row, 'amount')}\n    Status: ${get(row, 'status')}`,
    ),
  ].join('\n')
})

const transactions = tool('get_bank_account_transactions_9173', 'account_id', (bank, args) => {
  requireArgs(args, 'account_id', ': %')
  requireRow(bank, 'accounts', 'Account', args.account_id)
  const table = 'bank_account_transaction_history'
  const rows = bank.rows(table, 'account_id', args.account_id)
  rows.sort(([, left], [, right]) => timeOf(right) - timeOf(left))
  return f`Bank account transactions retrieved successfully.

Executed: get_bank_account_transactions_9173
Transactions for account ${args.account_id}:
${rows.length > 0 ? formatRows(table, rows) : '\nNo transactions found for this account.'}`
})

/** Dates that cannot be read come last, as the beginning of all time. */
function timeOf(row: ReadonlyDict): number {
  const text = str(get(row, 'date', ''))
  return dateIn(text, '%m/%d/%Y %H:%M:%S') ?? dateIn(text) ?? Date.UTC(-1, 0)
}

/** By the dates as text, ties as they came. */
function newestFirst<Row extends ReadonlyDict>(rows: readonly Row[], field: string): Row[] {
  const key = (row: Row): string => str(isTruthy(get(row, field)) ? get(row, field) : '')
  return rows.toSorted((left, right) => compareText(key(right), key(left)))
}

const debitCards = tool('get_debit_cards_by_account_id_7823', 'account_id', (bank, args) => {
  const { account_id } = args
  requireArgs(args, 'account_id', " '%'.")
  const account = requireRow(bank, 'accounts', 'Account', account_id)
  if (!isOneOf(lower(get(account, 'class', '')), 'checking business_checking'))
    throw refusal`Error: Account '${account_id}' is not a checking account. Debit cards are only available for checking accounts.`
  const cards = bank.rows('debit_cards', 'account_id', account_id).map(([key, card]) => shownCard(key, card))
  if (cards.length === 0) return f`No debit cards found for account '${account_id}'.`
  return dumpsIndented(newestFirst(cards, 'date_issued') as PythonDict[], dumps)
})

/** A card under the names that the tool gives its fields; a renamed one goes last. */
function shownCard(key: string, card: ReadonlyDict): ReadonlyDict {
  const shown = new Map([['card_id', key], ...card])
  const rename = (from: string, to: string): void => {
    const value = shown.get(from)
    if (value === undefined || shown.has(to)) return
    shown.delete(from)
    shown.set(to, value)
  }
  rename('last_4_digits', 'card_number_last_4')
  rename('issue_date', 'date_issued')
  rename('created_date', 'date_issued')
  return shown
}

export const lookUps: readonly BankTool[] = plain
export const discoverableLookUps: readonly BankTool[] = [
  ...histories,
  allAccounts,
  payments,
  transactions,
  debitCards,
]
