import { dateIn } from '../../python/date.ts'
import {
  compareText,
  dumps,
  equals,
  isTruthy,
  type PythonDict,
  type ReadonlyDict,
} from '../../python/index.ts'
import { attempt, toInt } from '../../python/numbers.ts'
import { dumpsIndented, f, textWith } from '../../python/text/format.ts'
import { str } from '../../python/text/repr.ts'
import { get, refuse } from '../bank/bank.ts'
import { isOneOf, requireAll, requireRow } from '../bank/checks.ts'
import { findRows, formatRows, isEmptyAnswer } from '../bank/find.ts'
import { type BankTool, tool } from '../bank/tool.ts'

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
function headed(
  name: string,
  field: string,
  table: string,
  { done, heading, none }: { readonly done: string; readonly heading: string; readonly none: string },
): BankTool {
  return tool(name, field, (bank, { [field]: key = null }) => {
    requireAll([key], `Error: Missing required parameter: ${field}`)
    const found = findRows(bank, table, field, key)
    const body = isEmptyAnswer(found) ? `\n${none}` : found
    return [done, '', `Executed: ${name}`, f`${heading} ${key}:`, body].join('\n')
  })
}

const histories = [
  headed('get_debit_dispute_status_7483', 'user_id', 'debit_card_disputes', {
    done: 'Debit card dispute history retrieved successfully.',
    heading: 'Debit card dispute history for user',
    none: 'No debit card disputes found for this user.',
  }),
  headed('get_user_dispute_history_7291', 'user_id', 'transaction_disputes', {
    done: 'User transaction dispute history retrieved successfully.',
    heading: 'Transaction dispute history for user',
    none: 'No transaction disputes found for this user.',
  }),
  headed('get_pending_replacement_orders_5765', 'credit_card_account_id', 'credit_card_orders', {
    done: 'Pending replacement orders check completed.',
    heading: 'Replacement orders for credit card account',
    none: 'No pending replacement orders found for this credit card account.',
  }),
  headed('get_closure_reason_history_8293', 'credit_card_account_id', 'credit_card_closure_reasons', {
    done: 'Closure reason history retrieved successfully.',
    heading: 'Closure reason history for credit card account',
    none: 'No closure reason records found for this credit card account.',
  }),
  headed(
    'get_credit_limit_increase_history_4829',
    'credit_card_account_id',
    'credit_limit_increase_requests',
    {
      done: 'Credit limit increase history retrieved.',
      heading: 'Credit limit increase history for account',
      none: 'No credit limit increase requests found for this account.',
    },
  ),
]

const allAccounts = tool('get_all_user_accounts_by_user_id_3847', 'user_id', (bank, { user_id }) => {
  requireAll([user_id], 'Error: Missing required parameter: user_id')
  const part = (table: string, none: string): string => {
    const found = findRows(bank, table, 'user_id', user_id)
    return isEmptyAnswer(found) ? none : found
  }
  return [
    'User accounts retrieved successfully.',
    '',
    'Executed: get_all_user_accounts_by_user_id_3847',
    f`Accounts for user ${user_id}:`,
    '',
    'Bank Accounts:',
    part('accounts', '  No bank accounts found.'),
    '\nCredit Card Accounts:',
    part('credit_card_accounts', '  No credit card accounts found.'),
  ].join('\n')
})

const payments = tool(
  'get_payment_history_6183',
  'credit_card_account_id months',
  (bank, { credit_card_account_id: account, months }) => {
    if (!isTruthy(account) || months === null) {
      refuse('Error: Missing required parameters (credit_card_account_id, months).')
    }
    const count = attempt(() => toInt(months))
    if (count === undefined) refuse('Error: Invalid months value. Must be a positive integer.')
    if (count <= 0n) refuse('Error: months must be a positive integer.')
    const all = bank
      .rows('payment_history')
      .flatMap(([, row]) => (equals(account, get(row, 'credit_card_account_id')) ? [row] : []))
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
  },
)

const transactions = tool('get_bank_account_transactions_9173', 'account_id', (bank, { account_id }) => {
  requireAll([account_id], 'Error: Missing required parameter: account_id')
  requireRow(bank, 'accounts', 'Account', account_id)
  const table = 'bank_account_transaction_history'
  const rows = bank.rows(table).filter(([, row]) => equals(get(row, 'account_id'), account_id))
  const sorted = [...rows].sort(([, left], [, right]) => timeOf(right) - timeOf(left))
  return [
    'Bank account transactions retrieved successfully.',
    '',
    'Executed: get_bank_account_transactions_9173',
    f`Transactions for account ${account_id}:`,
    rows.length > 0 ? formatRows(table, sorted) : '\nNo transactions found for this account.',
  ].join('\n')
})

/** Dates that cannot be read come last, as the beginning of all time. */
function timeOf(row: ReadonlyDict): number {
  const text = str(get(row, 'date', ''))
  return dateIn(text, '%m/%d/%Y %H:%M:%S') ?? dateIn(text) ?? Date.UTC(-1, 0)
}

/** By the dates as text, ties as they came. */
function newestFirst<Row extends ReadonlyDict>(rows: readonly Row[], field: string): Row[] {
  const key = (row: Row): string => {
    const value = get(row, field)
    return isTruthy(value) ? str(value) : ''
  }
  return [...rows].sort((left, right) => compareText(key(right), key(left)))
}

const debitCards = tool('get_debit_cards_by_account_id_7823', 'account_id', (bank, { account_id }) => {
  requireAll([account_id], "Error: Missing required parameter 'account_id'.")
  const account = requireRow(bank, 'accounts', 'Account', account_id)
  const kind = textWith(get(account, 'class', ''), 'lower').toLowerCase()
  if (!isOneOf(kind, 'checking business_checking')) {
    refuse(
      f`Error: Account '${account_id}' is not a checking account. Debit cards are only available for checking accounts.`,
    )
  }
  const cards = bank
    .rows('debit_cards')
    .flatMap(([key, card]) => (equals(get(card, 'account_id'), account_id) ? [shownCard(key, card)] : []))
  if (cards.length === 0) return f`No debit cards found for account '${account_id}'.`
  return dumpsIndented(newestFirst(cards, 'date_issued') as PythonDict[], dumps)
})

/** A card under the names that the tool gives its fields; a renamed one goes last. */
function shownCard(key: string, card: ReadonlyDict): ReadonlyDict {
  const shown = new Map([['card_id', key], ...card])
  const rename = (from: string, to: string): boolean => {
    const value = shown.get(from)
    if (value === undefined || shown.has(to)) return false
    shown.delete(from)
    shown.set(to, value)
    return true
  }
  rename('last_4_digits', 'card_number_last_4')
  if (!rename('issue_date', 'date_issued')) rename('created_date', 'date_issued')
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
