import { equals, type PythonValue, type ReadonlyDict, roundHalfEven } from '../../python/index.ts'
import { attempt, toFloat } from '../../python/numbers.ts'
import { f, fixed, textWith } from '../../python/text/format.ts'
import { type Bank, get, refuse, today } from '../bank/bank.ts'
import { balanceOf, isOneOf, isOpen, requireAll, requireOneOf, requireRow } from '../bank/checks.ts'
import { idOf } from '../bank/ids.ts'
import { type BankTool, tool } from '../bank/tool.ts'

const transfer = tool(
  'transfer_funds_between_bank_accounts_7291',
  'source_account_id destination_account_id amount',
  (bank, { source_account_id: from, destination_account_id: to, amount: given }) => {
    requireAll(
      [from, to, given !== null],
      'Error: Missing required parameters (source_account_id, destination_account_id, amount).',
    )
    const amount =
      attempt(() => toFloat(given)) ?? refuse(f`Error: Invalid amount '${given}'. Must be a number.`)
    if (amount <= 0) refuse('Error: Transfer amount must be positive.')
    if (equals(from, to)) refuse('Error: Source and destination accounts cannot be the same.')
    const source = requireRow(bank, 'accounts', 'Source account', from)
    const destination = requireRow(bank, 'accounts', 'Destination account', to)
    requireActive(source, 'Source account', from)
    requireActive(destination, 'Destination account', to)
    const balance = balanceOf(source)
    if (balance < amount) {
      refuse(
        `Error: Insufficient funds. Source account balance is $${fixed(balance)}, but transfer amount is $${fixed(amount)}.`,
      )
    }
    const [left, there] = [`$${fixed(balance - amount)}`, `$${fixed(balanceOf(destination) + amount)}`]
    bank.update('accounts', from, { current_holdings: left })
    bank.update('accounts', to, { current_holdings: there })
    return [
      'Transfer completed successfully!',
      `  - Amount: $${fixed(amount)}`,
      f`  - From: ${from} (new balance: ${left})`,
      f`  - To: ${to} (new balance: ${there})`,
    ].join('\n')
  },
)

export function requireActive(account: ReadonlyDict, what: string, id: PythonValue): void {
  if (!isOpen(account)) refuse(f`Error: ${what} '${id}' is not active.`)
}

/** What sets the credits to the two kinds of account apart. */
interface Credit {
  readonly name: string
  readonly seed: string
  readonly classes: readonly string[]
  readonly refusal: string
  /** Kinds of credit, and how the transaction calls them. */
  readonly kinds: Readonly<Record<string, string>>
  readonly sign: '$' | ''
}

const credits: readonly Credit[] = [
  {
    name: 'apply_checking_account_credit_5829',
    seed: 'checking_credit',
    classes: ['checking'],
    refusal: 'is not a checking account. Credits can only be applied to checking accounts.',
    kinds: { rebate_credit: 'REBATE CREDIT', fee_refund: 'FEE REFUND' },
    sign: '$',
  },
  {
    name: 'apply_savings_account_credit_6831',
    seed: 'savings_credit',
    classes: ['saving', 'savings'],
    refusal: 'is not a savings account. This tool only applies to savings accounts.',
    kinds: {
      interest_correction: 'INTEREST CORRECTION',
      fee_refund: 'FEE REFUND',
      goodwill_credit: 'GOODWILL CREDIT',
    },
    sign: '',
  },
]

const creditTools = credits.map(({ name, seed, classes, refusal, kinds, sign }) =>
  tool(name, 'account_id amount credit_type', (bank, { account_id, amount: given, credit_type }) => {
    requireAll([account_id, given !== null, credit_type], 'Error: Missing required parameters.')
    const amount = attempt(() => toFloat(given)) ?? refuse('Error: Invalid credit amount. Must be a number.')
    if (amount <= 0) refuse('Error: Credit amount must be positive.')
    requireOneOf('credit_type', credit_type, Object.keys(kinds))
    const account = requireRow(bank, 'accounts', 'Account', account_id)
    const kind = textWith(get(account, 'class', ''), 'lower').toLowerCase()
    if (!isOneOf(kind, classes)) refuse(f`Error: Account '${account_id}' ${refusal}`)
    requireActive(account, 'Account', account_id)
    const balance = balanceOf(account)
    bank.update('accounts', account_id, { current_holdings: sign + fixed(balance + amount) })
    const id = `txn_${idOf(f`${seed}:${account_id}:${credit_type}:${amount}:${today}`)}`
    record(bank, id, {
      transaction_id: id,
      account_id,
      date: today,
      description: `${kinds[credit_type as string]} - CUSTOMER SERVICE`,
      amount,
      type: credit_type,
      status: 'posted',
    })
    return [
      '\nCredit applied successfully!',
      `  - Transaction ID: ${id}`,
      f`  - Account: ${account_id}`,
      f`  - Credit Type: ${credit_type}`,
      `  - Amount: $${fixed(amount)}`,
      `  - Previous Balance: $${fixed(balance)}`,
      `  - New Balance: $${fixed(balance + amount)}`,
    ].join('\n')
  }),
)

/** Adds a transaction, or replaces the one with its id in its place. */
function record(bank: Bank, id: string, fields: Readonly<Record<string, PythonValue>>): void {
  bank.database.table('bank_account_transaction_history').set(id, new Map(Object.entries(fields)))
}

const discrepancy = tool(
  'submit_interest_discrepancy_report_7294',
  'account_id user_id expected_apy actual_apy amount_difference',
  (bank, { account_id, user_id, expected_apy, actual_apy, amount_difference }) => {
    const figures = [expected_apy, actual_apy, amount_difference]
    requireAll(
      [account_id, user_id, ...figures.map((figure) => figure !== null)],
      'Error: Missing required parameters.',
    )
    const [expected, actual, difference] =
      attempt(() => figures.map(toFloat)) ??
      refuse('Error: expected_apy, actual_apy, and amount_difference must be numbers.')
    const account = requireRow(bank, 'accounts', 'Account', account_id)
    const user = requireRow(bank, 'users', 'User', user_id)
    const [wanted, found, gap] = [expected ?? 0, actual ?? 0, difference ?? 0]
    const id = `IDR_${idOf(f`interest_report:${account_id}:${user_id}:${wanted}:${found}:${today}`)}`
    // The official tool stores the report in a table that does not exist, and so nowhere.
    return [
      '\nInterest Discrepancy Report Submitted Successfully!',
      `  - Report ID: ${id}`,
      f`  - Account: ${account_id} (${get(account, 'level', 'Unknown')})`,
      f`  - Customer: ${get(user, 'name', 'Unknown')}`,
      f`  - Expected APY: ${wanted}%`,
      f`  - Actual APY: ${found}%`,
      f`  - APY Difference: ${roundHalfEven(wanted - found, 4)}%`,
      `  - Amount Difference: $${fixed(gap)}`,
      '  - Status: PENDING_REVIEW',
      '\nThe backend team will investigate this discrepancy and ensure correct APY calculations are applied going forward.',
    ].join('\n')
  },
)

export const moneyTools: readonly BankTool[] = [transfer, ...creditTools, discrepancy]
