import { compare, isTruthy } from '../../../python/compare.ts'
import { dictOf } from '../../../python/containers.ts'
import { dumps } from '../../../python/text/dumps.ts'
import { dumpsIndented, f, fixed, joined, titled } from '../../../python/text/format.ts'
import type { PythonValue } from '../../../python/value.ts'
import { type Bank, type BankTool, get, idOf, refusal, today, tool } from '../../bank/bank.ts'
import {
  balanceOf,
  dollars,
  moneyOf,
  requireAmount,
  requireArgs,
  requireOneOf,
  requireOwner,
  requireRow,
} from '../../bank/checks.ts'
import { findRows, isEmptyAnswer } from '../../bank/find.ts'

const accounts = 'credit_card_accounts'

export function executed(name: string, args: Readonly<Record<string, PythonValue>>): string {
  return `Executed: ${name}\nArguments: ${dumpsIndented(dictOf(args), dumps)}\n`
}

/** Looks the account up as the look-up tools do, which a quote in the id can mislead. */
export function requireFound(bank: Bank, id: PythonValue): void {
  if (isEmptyAnswer(findRows(bank, accounts, 'account_id', id)))
    throw refusal`Error: Credit card account '${id}' not found.`
}

const rewards = 'update_transaction_rewards_3847'
const updateRewards = tool(rewards, 'transaction_id new_rewards_earned', (bank, args) => {
  const { transaction_id, new_rewards_earned } = args
  requireArgs(args, 'transaction_id new_rewards_earned')
  if (!bank.update('credit_card_transaction_history', transaction_id, { rewards_earned: new_rewards_earned }))
    throw refusal`Error: Transaction '${transaction_id}' not found.`
  return f`Transaction rewards updated successfully.

${executed(rewards, args)}Transaction updated:
  - Transaction ID: ${transaction_id}
  - New Rewards: ${new_rewards_earned}`
})

const orderReplacement = tool(
  'order_replacement_credit_card_7291',
  'credit_card_account_id user_id shipping_address reason expedited_shipping',
  (bank, args) => {
    const { credit_card_account_id: account, user_id, shipping_address, reason } = args
    requireArgs(args, 'credit_card_account_id user_id shipping_address reason', ' (%).')
    requireOneOf('reason', reason, 'fraud_suspected lost stolen damaged expired other')
    requireFound(bank, account)
    const id = `ccord_${idOf(f`credit_card_order:${account}:${user_id}:${reason}`, 12)}`
    const ordered = { order_date: today, status: 'ORDERED', old_card_cancelled: true }
    if (!bank.add('credit_card_orders', id, { order_id: id, ...args, ...ordered }))
      throw refusal`Error: Order may have already been placed for this card replacement.`
    bank.update(accounts, account, { status: 'CLOSED', closed_date: today })
    const isFast = isTruthy(args.expedited_shipping)
    return f`Order ID: ${id}
Card Account: ${account}
Reason: ${titled(reason)}
Shipping Address: ${shipping_address}
Shipping Method: ${isFast ? 'Expedited' : 'Standard'}
Expected Delivery: ${isFast ? '2-3 business days' : '7-10 business days'}

The old card has been cancelled for security. The new card will have the same account number but a new card number and CVV.`
  },
  { expedited_shipping: false },
)

const closureLog = 'log_credit_card_closure_reason_4521'
const logClosure = tool(closureLog, 'credit_card_account_id user_id closure_reason', (bank, args) => {
  const { credit_card_account_id: account, user_id, closure_reason } = args
  requireArgs(args, 'credit_card_account_id user_id closure_reason')
  requireOneOf(
    'closure_reason',
    closure_reason,
    'annual_fee not_using_card found_better_card unhappy_with_rewards simplifying_finances negative_experience other',
  )
  const id = `clsr_${idOf(f`closure_reason:${account}:${user_id}`, 12)}`
  const logged = { record_id: id, ...args, logged_at: today, status: 'LOGGED' }
  bank.add('credit_card_closure_reasons', id, logged)
  return f`Closure reason logged successfully.

${executed(closureLog, args)}Closure reason '${closure_reason}' logged for account ${account}.`
})

/** Raises if a part is no text. */
export function transactionIdOf(parts: readonly PythonValue[]): string {
  return `txn_${idOf(joined(['transaction', ...parts]), 12)}`
}

const statementCredit = tool(
  'apply_statement_credit_8472',
  'user_id credit_card_account_id amount reason',
  (bank, args) => {
    const { user_id, credit_card_account_id, amount, reason } = args
    requireArgs(args, 'user_id credit_card_account_id amount! reason', ' (%).')
    if (compare(amount, '<=', 0n)) throw refusal`Error: Credit amount must be positive.`
    requireOneOf(
      'reason',
      reason,
      'goodwill_adjustment promotional_credit annual_fee_reversal late_fee_reversal interest_charge_reversal dispute_resolution price_match retention_offer error_correction other',
    )
    requireFound(bank, credit_card_account_id)
    const id = transactionIdOf([user_id, 'STATEMENT_CREDIT', reason, fixed(amount), 'Statement Credit'])
    const isNew = bank.add('credit_card_transaction_history', id, {
      transaction_id: id,
      user_id,
      credit_card_account_id,
      credit_card_type: 'N/A',
      merchant_name: 'Rho-Bank Statement Credit',
      transaction_amount: `-${dollars(amount)}`,
      transaction_date: today,
      category: 'Statement Credit',
      status: 'COMPLETED',
      rewards_earned: '0 points',
      credit_reason: reason,
    })
    if (!isNew)
      throw refusal`Error: Failed to apply statement credit. Transaction ID '${id}' may already exist.`
    return f`Statement credit applied successfully.

Executed: apply_statement_credit_8472
  - Transaction ID: ${id}
  - User ID: ${user_id}
  - Account: ${credit_card_account_id}
  - Credit Amount: ${dollars(amount)}
  - Reason: ${titled(reason)}
  - Date: ${today}`
  },
)

const flag = tool(
  'apply_credit_card_account_flag_6147',
  'credit_card_account_id user_id flag_type expiration_date reason',
  (bank, args) => {
    const { credit_card_account_id: account, user_id, flag_type, expiration_date, reason } = args
    requireArgs(args, 'credit_card_account_id user_id flag_type expiration_date reason', ' (%).')
    requireOneOf('flag_type', flag_type, 'annual_fee_waived promotional_apr rewards_bonus other')
    requireOneOf('reason', reason, 'retention_offer loyalty_benefit promotional error_correction other')
    requireFound(bank, account)
    const id = `ccflag_${idOf(f`account_flag:${account}:${flag_type}:${expiration_date}`, 12)}`
    const applied = { effective_date: today, applied_at: today, status: 'ACTIVE' }
    if (!bank.add('credit_card_account_flags', id, { flag_id: id, ...args, ...applied }))
      throw refusal`Error: Failed to apply account flag. Flag ID '${id}' may already exist.`
    return f`Account flag applied successfully!
  - Flag ID: ${id}
  - Account: ${account}
  - User ID: ${user_id}
  - Flag Type: ${titled(flag_type)}
  - Effective Date: ${today}
  - Expiration Date: ${expiration_date}
  - Reason: ${titled(reason)}`
  },
)

const closing = 'close_credit_card_account_7834'
const closeAccount = tool(closing, 'credit_card_account_id user_id', (bank, args) => {
  const { credit_card_account_id: account, user_id } = args
  requireArgs(args, 'credit_card_account_id user_id', ' (%).')
  requireFound(bank, account)
  if (!bank.update(accounts, account, { status: 'CLOSED', closed_date: today, closed_by: user_id }))
    throw refusal`Error: Failed to close credit card account '${account}'.`
  return f`Credit card account closed successfully.

${executed(closing, args)}Account ${account} has been closed.`
})

const pay = tool(
  'pay_credit_card_from_checking_9182',
  'user_id checking_account_id credit_card_account_id amount',
  (bank, args) => {
    const { user_id, checking_account_id: checking, credit_card_account_id: card } = args
    requireArgs(args, 'user_id checking_account_id credit_card_account_id amount!', ' (%).')
    const amount = requireAmount(
      args.amount,
      'Error: Invalid payment amount. Must be a positive number.',
      'Error: Payment amount must be a positive number.',
    )
    const account = requireRow(bank, 'accounts', 'Checking account', checking)
    requireOwner(account, 'Checking account', checking, user_id)
    if (get(account, 'class') !== 'checking')
      throw refusal`Error: Account '${checking}' is not a checking account.`
    const balance = balanceOf(account)
    if (amount > balance)
      throw refusal`Error: Insufficient funds in checking account. Available balance: ${dollars(balance)}, requested payment: ${dollars(amount)}.`
    const owed = requireRow(bank, accounts, 'Credit card account', card)
    requireOwner(owed, 'Credit card account', card, user_id)
    const debt = moneyOf(get(owed, 'current_balance', '$0.00'))
    if (amount > debt)
      throw refusal`Error: Payment amount (${dollars(amount)}) exceeds credit card balance (${dollars(debt)}). Please specify an amount up to the outstanding balance.`
    bank.update('accounts', checking, { current_holdings: fixed(balance - amount) })
    bank.update(accounts, card, { current_balance: dollars(debt - amount) })
    return f`Payment processed successfully!
  - Payment Amount: ${dollars(amount)}
  - From Checking Account: ${checking}
  - To Credit Card Account: ${card}
  - New Checking Balance: ${dollars(balance - amount)}
  - New Credit Card Balance: ${dollars(debt - amount)}
The payment has been applied immediately.`
  },
)

export const creditCards: readonly BankTool[] = [
  updateRewards,
  orderReplacement,
  logClosure,
  statementCredit,
  flag,
  closeAccount,
  pay,
]
