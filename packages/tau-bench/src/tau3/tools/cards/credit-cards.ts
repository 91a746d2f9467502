import { compare, dictOf, dumps, equals, isTruthy, type PythonValue } from '../../../python/index.ts'
import { attempt, toFloat } from '../../../python/numbers.ts'
import { dumpsIndented, f, fixed, joined, titled } from '../../../python/text/format.ts'
import { type Bank, get, refuse, today } from '../../bank/bank.ts'
import { balanceOf, moneyOf, requireAll, requireOneOf, requireRow } from '../../bank/checks.ts'
import { findRows, isEmptyAnswer } from '../../bank/find.ts'
import { idOf } from '../../bank/ids.ts'
import { type BankTool, tool } from '../../bank/tool.ts'

const accounts = 'credit_card_accounts'

/** What tools echo of a call. */
export function executed(name: string, args: Readonly<Record<string, PythonValue>>): string {
  return `Executed: ${name}\nArguments: ${dumpsIndented(dictOf(args), dumps)}\n`
}

/** Looks the account up as the look-up tools do, which a quote in the id can mislead. */
function requireFound(bank: Bank, id: PythonValue): void {
  if (isEmptyAnswer(findRows(bank, accounts, 'account_id', id))) {
    refuse(f`Error: Credit card account '${id}' not found.`)
  }
}

const updateRewards = tool(
  'update_transaction_rewards_3847',
  'transaction_id new_rewards_earned',
  (bank, { transaction_id, new_rewards_earned }) => {
    requireAll([transaction_id, new_rewards_earned], 'Error: Missing required parameters.')
    const isDone = bank.update('credit_card_transaction_history', transaction_id, {
      rewards_earned: new_rewards_earned,
    })
    if (!isDone) refuse(f`Error: Transaction '${transaction_id}' not found.`)
    return `Transaction rewards updated successfully.\n\n${executed('update_transaction_rewards_3847', {
      transaction_id,
      new_rewards_earned,
    })}Transaction updated:\n${f`  - Transaction ID: ${transaction_id}\n  - New Rewards: ${new_rewards_earned}`}`
  },
)

const orderReplacement = tool(
  'order_replacement_credit_card_7291',
  'credit_card_account_id user_id shipping_address reason expedited_shipping',
  (bank, { credit_card_account_id: account, user_id, shipping_address, reason, expedited_shipping }) => {
    requireAll(
      [account, user_id, shipping_address, reason],
      'Error: Missing required parameters (credit_card_account_id, user_id, shipping_address, reason).',
    )
    requireOneOf('reason', reason, 'fraud_suspected lost stolen damaged expired other')
    requireFound(bank, account)
    const id = `ccord_${idOf(f`credit_card_order:${account}:${user_id}:${reason}`, 12)}`
    const isNew = bank.add('credit_card_orders', id, {
      order_id: id,
      credit_card_account_id: account,
      user_id,
      shipping_address,
      reason,
      expedited_shipping,
      order_date: today,
      status: 'ORDERED',
      old_card_cancelled: true,
    })
    if (!isNew) refuse('Error: Order may have already been placed for this card replacement.')
    bank.update(accounts, account, { status: 'CLOSED', closed_date: today })
    const isFast = isTruthy(expedited_shipping)
    return [
      `Order ID: ${id}`,
      f`Card Account: ${account}`,
      `Reason: ${titled(reason)}`,
      f`Shipping Address: ${shipping_address}`,
      `Shipping Method: ${isFast ? 'Expedited' : 'Standard'}`,
      `Expected Delivery: ${isFast ? '2-3 business days' : '7-10 business days'}`,
      '',
      'The old card has been cancelled for security. The new card will have the same account number but a new card number and CVV.',
    ].join('\n')
  },
  { expedited_shipping: false },
)

const logClosure = tool(
  'log_credit_card_closure_reason_4521',
  'credit_card_account_id user_id closure_reason',
  (bank, args) => {
    const { credit_card_account_id, user_id, closure_reason } = args
    requireAll([credit_card_account_id, user_id, closure_reason], 'Error: Missing required parameters.')
    requireOneOf(
      'closure_reason',
      closure_reason,
      'annual_fee not_using_card found_better_card unhappy_with_rewards simplifying_finances negative_experience other',
    )
    const id = `clsr_${idOf(f`closure_reason:${credit_card_account_id}:${user_id}`, 12)}`
    bank.add('credit_card_closure_reasons', id, {
      record_id: id,
      credit_card_account_id,
      user_id,
      closure_reason,
      logged_at: today,
      status: 'LOGGED',
    })
    const call = executed('log_credit_card_closure_reason_4521', args)
    return `Closure reason logged successfully.\n\n${call}${f`Closure reason '${closure_reason}' logged for account ${credit_card_account_id}.`}`
  },
)

/** Raises if a part is no text. */
export function transactionIdOf(parts: readonly PythonValue[]): string {
  return `txn_${idOf(joined(['transaction', ...parts]), 12)}`
}

const statementCredit = tool(
  'apply_statement_credit_8472',
  'user_id credit_card_account_id amount reason',
  (bank, { user_id, credit_card_account_id, amount, reason }) => {
    requireAll(
      [user_id, credit_card_account_id, amount !== null, reason],
      'Error: Missing required parameters (user_id, credit_card_account_id, amount, reason).',
    )
    if (compare(amount, '<=', 0n)) refuse('Error: Credit amount must be positive.')
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
      transaction_amount: `-$${fixed(amount)}`,
      transaction_date: today,
      category: 'Statement Credit',
      status: 'COMPLETED',
      rewards_earned: '0 points',
      credit_reason: reason,
    })
    if (!isNew) refuse(`Error: Failed to apply statement credit. Transaction ID '${id}' may already exist.`)
    return [
      'Statement credit applied successfully.\n',
      'Executed: apply_statement_credit_8472',
      `  - Transaction ID: ${id}`,
      f`  - User ID: ${user_id}`,
      f`  - Account: ${credit_card_account_id}`,
      `  - Credit Amount: $${fixed(amount)}`,
      `  - Reason: ${titled(reason)}`,
      `  - Date: ${today}`,
    ].join('\n')
  },
)

const flag = tool(
  'apply_credit_card_account_flag_6147',
  'credit_card_account_id user_id flag_type expiration_date reason',
  (bank, { credit_card_account_id: account, user_id, flag_type, expiration_date, reason }) => {
    requireAll(
      [account, user_id, flag_type, expiration_date, reason],
      'Error: Missing required parameters (credit_card_account_id, user_id, flag_type, expiration_date, reason).',
    )
    requireOneOf('flag_type', flag_type, 'annual_fee_waived promotional_apr rewards_bonus other')
    requireOneOf('reason', reason, 'retention_offer loyalty_benefit promotional error_correction other')
    requireFound(bank, account)
    const id = `ccflag_${idOf(f`account_flag:${account}:${flag_type}:${expiration_date}`, 12)}`
    const isNew = bank.add('credit_card_account_flags', id, {
      flag_id: id,
      credit_card_account_id: account,
      user_id,
      flag_type,
      effective_date: today,
      expiration_date,
      reason,
      applied_at: today,
      status: 'ACTIVE',
    })
    if (!isNew) refuse(`Error: Failed to apply account flag. Flag ID '${id}' may already exist.`)
    return [
      'Account flag applied successfully!',
      `  - Flag ID: ${id}`,
      f`  - Account: ${account}`,
      f`  - User ID: ${user_id}`,
      `  - Flag Type: ${titled(flag_type)}`,
      `  - Effective Date: ${today}`,
      f`  - Expiration Date: ${expiration_date}`,
      `  - Reason: ${titled(reason)}`,
    ].join('\n')
  },
)

const closeAccount = tool(
  'close_credit_card_account_7834',
  'credit_card_account_id user_id',
  (bank, args) => {
    const { credit_card_account_id, user_id } = args
    requireAll(
      [credit_card_account_id, user_id],
      'Error: Missing required parameters (credit_card_account_id, user_id).',
    )
    requireFound(bank, credit_card_account_id)
    const fields = { status: 'CLOSED', closed_date: today, closed_by: user_id }
    if (!bank.update(accounts, credit_card_account_id, fields)) {
      refuse(f`Error: Failed to close credit card account '${credit_card_account_id}'.`)
    }
    const call = executed('close_credit_card_account_7834', args)
    return `Credit card account closed successfully.\n\n${call}${f`Account ${credit_card_account_id} has been closed.`}`
  },
)

const pay = tool(
  'pay_credit_card_from_checking_9182',
  'user_id checking_account_id credit_card_account_id amount',
  (bank, { user_id, checking_account_id: checking, credit_card_account_id: card, amount: given }) => {
    requireAll(
      [user_id, checking, card, given !== null],
      'Error: Missing required parameters (user_id, checking_account_id, credit_card_account_id, amount).',
    )
    const amount = attempt(() => toFloat(given))
    if (amount === undefined) refuse('Error: Invalid payment amount. Must be a positive number.')
    if (amount <= 0) refuse('Error: Payment amount must be a positive number.')
    const account = requireRow(bank, 'accounts', 'Checking account', checking)
    const requireOwner = (owner: boolean, what: string, id: PythonValue): void => {
      if (!owner) refuse(f`Error: ${what} '${id}' does not belong to user '${user_id}'.`)
    }
    requireOwner(equals(get(account, 'user_id'), user_id), 'Checking account', checking)
    if (get(account, 'class') !== 'checking') {
      refuse(f`Error: Account '${checking}' is not a checking account.`)
    }
    const balance = balanceOf(account)
    if (amount > balance) {
      refuse(
        `Error: Insufficient funds in checking account. Available balance: $${fixed(balance)}, requested payment: $${fixed(amount)}.`,
      )
    }
    const owed = requireRow(bank, accounts, 'Credit card account', card)
    requireOwner(equals(get(owed, 'user_id'), user_id), 'Credit card account', card)
    const debt = moneyOf(get(owed, 'current_balance', '$0.00'))
    if (amount > debt) {
      refuse(
        `Error: Payment amount ($${fixed(amount)}) exceeds credit card balance ($${fixed(debt)}). Please specify an amount up to the outstanding balance.`,
      )
    }
    bank.update('accounts', checking, { current_holdings: fixed(balance - amount) })
    bank.update(accounts, card, { current_balance: `$${fixed(debt - amount)}` })
    return [
      'Payment processed successfully!',
      `  - Payment Amount: $${fixed(amount)}`,
      f`  - From Checking Account: ${checking}`,
      f`  - To Credit Card Account: ${card}`,
      `  - New Checking Balance: $${fixed(balance - amount)}`,
      `  - New Credit Card Balance: $${fixed(debt - amount)}`,
      'The payment has been applied immediately.',
    ].join('\n')
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
