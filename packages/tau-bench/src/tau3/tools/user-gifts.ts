import { dictOf, isTruthy, type MakeCallable, type PythonValue } from '../../python/index.ts'
import { attempt, toFloat } from '../../python/numbers.ts'
import { f, fixed } from '../../python/text/format.ts'
import { type Bank, get, refuse, today } from '../bank/bank.ts'
import { balanceOf, requireRow } from '../bank/checks.ts'
import { findRows, isEmptyAnswer } from '../bank/find.ts'
import { idOf } from '../bank/ids.ts'
import { sortedDump } from '../bank/json-style.ts'
import { type BankTool, tool } from '../bank/tool.ts'
import { executed } from './cards/credit-cards.ts'
import { disputeId } from './disputes.ts'
import { requireActive } from './money.ts'

/** A tool that the agent gives to the user. Each call of a given one is logged with its arguments. */
const given: MakeCallable<Bank, string> = (name, parameters, run) =>
  tool(name, parameters, (bank, args) => {
    if (findRows(bank, 'user_discoverable_tools', 'tool_name', name).includes('No records found')) {
      refuse(
        `Error: Tool '${name}' has not been given to you by the agent. The agent must first use \`give_discoverable_user_tool\` to give this tool to you.`,
      )
    }
    const named = dictOf(args)
    const id = idOf(`user_discoverable_tool_call:${name}:${sortedDump(named)}`)
    const call = { tool_name: name, arguments: named, called_at: today, status: 'CALLED' }
    bank.add('user_discoverable_tool_calls', id, call)
    return run(bank, args)
  })

const cashBackDispute = given('submit_cash_back_dispute_0589', 'user_id transaction_id', (bank, args) => {
  const id = disputeId(args.user_id, args.transaction_id)
  const settings = bank.row('task_config', 'dispute_settings')
  const isResolved = settings !== undefined && isTruthy(get(settings, 'auto_resolve_disputes', false))
  const isNew = bank.add('cash_back_disputes', id, {
    dispute_id: id,
    ...args,
    submitted_at: today,
    ...(isResolved ? { status: 'RESOLVED', resolution: 'APPROVED' } : { status: 'SUBMITTED' }),
  })
  const status = isResolved
    ? 'Status: RESOLVED - The dispute has been reviewed and approved. The transaction rewards need to be updated.'
    : 'Status: SUBMITTED - Your dispute has been queued for review.'
  return [
    'Cash back dispute submitted successfully. Your case has been queued for review.\n',
    executed('submit_cash_back_dispute_0589', args) +
      (isNew
        ? `Dispute ID: ${id}\n${status}`
        : 'Note: Dispute may have already been submitted for this transaction.'),
  ].join('\n')
})

const referralLink = given('get_referral_link', 'user_id card_name', (bank, args) => {
  const { user_id, card_name } = args
  const id = idOf(f`referral_link:${user_id}:${card_name}`)
  const isNew = addReferral(bank, id, user_id, card_name)
  return [
    'Referral link generated successfully. Share this link with the person you want to refer.\n',
    executed('get_referral_link', args) +
      (isNew
        ? `Referral ID: ${id}\nReferral link: https://rhobank.com/refer/${id}`
        : 'Note: A referral link for this card may have already been generated.'),
  ].join('\n')
})

export function addReferral(bank: Bank, id: string, user: PythonValue, type: PythonValue): boolean {
  return bank.add('referrals', id, {
    referral_id: id,
    referrer_id: user,
    referred_account_type: type,
    referral_status: 'NO_PROGRESS',
    date: today,
  })
}

const lastDigits = given('get_card_last_4_digits', 'credit_card_account_id', (bank, args) => {
  const { credit_card_account_id: id } = args
  if (isEmptyAnswer(findRows(bank, 'credit_card_accounts', 'account_id', id))) {
    refuse(f`Error: Credit card account '${id}' not found.`)
  }
  const digits = idOf(f`card_last4:${id}`, 64).replaceAll(/[^0-9]/g, '')
  const shown = digits.slice(0, 4).padEnd(4, '0')
  return `Card information retrieved successfully.\n\n${executed('get_card_last_4_digits', args)}Last 4 digits of card: ${shown}`
})

const depositCheck = given('deposit_check_3847', 'account_id check_amount', (bank, args) => {
  const { account_id, check_amount } = args
  const amount = attempt(() => toFloat(check_amount))
  if (amount === undefined) refuse(f`Error: Invalid check amount '${check_amount}'. Must be a number.`)
  if (amount <= 0) refuse('Error: Check amount must be positive.')
  const account = requireRow(bank, 'accounts', 'Account', account_id)
  requireActive(account, 'Account', account_id)
  const balance = balanceOf(account)
  bank.update('accounts', account_id, { current_holdings: `$${fixed(balance + amount)}` })
  return [
    "Check deposited successfully. Funds will be available according to your account's deposit policy.\n",
    `${executed('deposit_check_3847', args)}Check deposit processed!`,
    f`  - Account: ${account_id}`,
    `  - Check Amount: $${fixed(amount)}`,
    `  - Previous Balance: $${fixed(balance)}`,
    `  - New Balance: $${fixed(balance + amount)}`,
  ].join('\n')
})

export const userGifts: readonly BankTool[] = [cashBackDispute, referralLink, lastDigits, depositCheck]
