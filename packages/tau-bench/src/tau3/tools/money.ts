import type { PythonValue, ReadonlyDict } from '../../python/index.ts'
import { attempt, equals, f, fixed, lower, roundHalfEven, toFloat } from '../../python/index.ts'
import { type BankTool, get, idOf, refusal, refuse, today, tool } from '../bank/bank.ts'
import {
  balanceOf,
  dollars,
  isOneOf,
  isOpen,
  requireAmount,
  requireArgs,
  requireOneOf,
  requireRow,
} from '../bank/checks.ts'

const transfer = tool(
  'transfer_funds_between_bank_accounts_7291',
  'source_account_id destination_account_id amount',
  (bank, args) => {
    const { source_account_id: from, destination_account_id: to, amount: given } = args
    requireArgs(args, 'source_account_id destination_account_id amount!', ' (%).')
    const amount = requireAmount(
      given,
      f`Error: Invalid amount '${given}'. Must be a number.`,
      'Error: Transfer amount must be positive.',
    )
    if (equals(from, to)) throw refusal`Error: Source and destination accounts cannot be the same.`
    const source = requireRow(bank, 'accounts', 'Source account', from)
    const destination = requireRow(bank, 'accounts', 'Destination account', to)
    requireActive(source, 'Source account', from)
    requireActive(destination, 'Destination account', to)
    const balance = balanceOf(source)
    if (balance < amount)
      throw refusal`Error: Insufficient funds. Source account balance is ${dollars(balance)}, but transfer amount is ${dollars(amount)}.`
    const [left, there] = [dollars(balance - amount), dollars(balanceOf(destination) + amount)]
    bank.update('accounts', from, { current_holdings: left })
    bank.update('accounts', to, { current_holdings: there })
    return f`Transfer completed successfully!
  - Amount: ${dollars(amount)}
  - From: ${from} (new balance: ${left})
  - To: ${to} (new balance: ${there})`
  },
)

export function requireActive(account: ReadonlyDict, what: string, id: PythonValue): void {
  if (!isOpen(account)) throw refusal`Error: ${what} '${id}' is not active.`
}

interface Credit {
  readonly name: string
  readonly seed: string
  readonly classes: string
  readonly refusal: string
  /** Kinds of credit, and how the transaction calls them. */
  readonly kinds: Readonly<Record<string, string>>
  readonly sign: '$' | ''
}

const credits: readonly Credit[] = [
  {
    name: 'apply_checking_account_credit_5829',
    seed: 'checking_credit',
    classes: 'checking',
    refusal: 'is not a checking account. Credits can only be applied to checking accounts.',
    kinds: { rebate_credit: 'REBATE CREDIT', fee_refund: 'FEE REFUND' },
    sign: '$',
  },
  {
    name: 'apply_savings_account_credit_6831',
    seed: 'savings_credit',
    classes: 'saving savings',
    refusal: 'is not a savings account. This tool only applies to savings accounts.',
    kinds: {
      interest_correction: 'INTEREST CORRECTION',
      fee_refund: 'FEE REFUND',
      goodwill_credit: 'GOODWILL CREDIT',
    },
    sign: '',
  },
]

const creditTools = credits.map(({ name, seed, classes, refusal: words, kinds, sign }) =>
  tool(name, 'account_id amount credit_type', (bank, args) => {
    const { account_id, credit_type } = args
    requireArgs(args, 'account_id amount! credit_type')
    const amount = requireAmount(
      args.amount,
      'Error: Invalid credit amount. Must be a number.',
      'Error: Credit amount must be positive.',
    )
    requireOneOf('credit_type', credit_type, Object.keys(kinds))
    const account = requireRow(bank, 'accounts', 'Account', account_id)
    if (!isOneOf(lower(get(account, 'class', '')), classes))
      throw refusal`Error: Account '${account_id}' ${words}`
    requireActive(account, 'Account', account_id)
    const balance = balanceOf(account)
    bank.update('accounts', account_id, { current_holdings: sign + fixed(balance + amount) })
    const id = `txn_${idOf(f`${seed}:${account_id}:${credit_type}:${amount}:${today}`)}`
    const description = `${kinds[credit_type as string]} - CUSTOMER SERVICE`
    const credit = { date: today, description, amount, type: credit_type, status: 'posted' }
    bank.put('bank_account_transaction_history', id, { transaction_id: id, account_id, ...credit })
    return f`
Credit applied successfully!
  - Transaction ID: ${id}
  - Account: ${account_id}
  - Credit Type: ${credit_type}
  - Amount: ${dollars(amount)}
  - Previous Balance: ${dollars(balance)}
  - New Balance: ${dollars(balance + amount)}`
  }),
)

const discrepancy = tool(
  'submit_interest_discrepancy_report_7294',
  'account_id user_id expected_apy actual_apy amount_difference',
  (bank, args) => {
    const { account_id, user_id } = args
    requireArgs(args, 'account_id user_id expected_apy! actual_apy! amount_difference!')
    const [wanted = 0, found = 0, gap = 0] =
      attempt(() => [args.expected_apy, args.actual_apy, args.amount_difference].map(toFloat)) ??
      refuse('Error: expected_apy, actual_apy, and amount_difference must be numbers.')
    const account = requireRow(bank, 'accounts', 'Account', account_id)
    const user = requireRow(bank, 'users', 'User', user_id)
    const id = `IDR_${idOf(f`interest_report:${account_id}:${user_id}:${wanted}:${found}:${today}`)}`
    // The official tool stores the report in a table that does not exist, and so nowhere.
    return f`
Interest Discrepancy Report Submitted Successfully!
  - Report ID: ${id}
  - Account: ${account_id} (${get(account, 'level', 'Unknown')})
  - Customer: ${get(user, 'name', 'Unknown')}
  - Expected APY: ${wanted}%
  - Actual APY: ${found}%
  - APY Difference: ${roundHalfEven(wanted - found, 4)}%
  - Amount Difference: ${dollars(gap)}
  - Status: PENDING_REVIEW

The backend team will investigate this discrepancy and ensure correct APY calculations are applied going forward.`
  },
)

export const moneyTools: readonly BankTool[] = [transfer, ...creditTools, discrepancy]
