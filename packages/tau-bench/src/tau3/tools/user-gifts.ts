import { dictOf, f, isTruthy, type MakeCallable, type PythonValue } from '../../python/index.ts'
import { type Bank, type BankTool, get, idOf, refusal, today, tool } from '../bank/bank.ts'
import { balanceOf, dollars, requireAmount, requireRow } from '../bank/checks.ts'
import { findRows } from '../bank/find.ts'
import { sortedDump } from '../bank/json-style.ts'
import { executed, requireFound } from './cards/credit-cards.ts'
import { disputeId } from './disputes.ts'
import { requireActive } from './money.ts'

/** A tool that the agent gives to the user. Each call of a given one is logged with its arguments. */
const given: MakeCallable<Bank, string> = (name, parameters, run) =>
  tool(name, parameters, (bank, args) => {
    if (findRows(bank, 'user_discoverable_tools', 'tool_name', name).includes('No records found'))
      throw refusal`Error: Tool '${name}' has not been given to you by the agent. The agent must first use \`give_discoverable_user_tool\` to give this tool to you.`
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
  const outcome = isResolved ? { status: 'RESOLVED', resolution: 'APPROVED' } : { status: 'SUBMITTED' }
  const isNew = bank.add('cash_back_disputes', id, {
    dispute_id: id,
    ...args,
    submitted_at: today,
    ...outcome,
  })
  const status = isResolved
    ? 'RESOLVED - The dispute has been reviewed and approved. The transaction rewards need to be updated.'
    : 'SUBMITTED - Your dispute has been queued for review.'
  return `Cash back dispute submitted successfully. Your case has been queued for review.

${executed('submit_cash_back_dispute_0589', args)}${isNew ? `Dispute ID: ${id}\nStatus: ${status}` : 'Note: Dispute may have already been submitted for this transaction.'}`
})

const referralLink = given('get_referral_link', 'user_id card_name', (bank, args) => {
  const { user_id, card_name } = args
  const id = idOf(f`referral_link:${user_id}:${card_name}`)
  const isNew = addReferral(bank, id, user_id, card_name)
  return `Referral link generated successfully. Share this link with the person you want to refer.

${executed('get_referral_link', args)}${isNew ? `Referral ID: ${id}\nReferral link: https://rhobank.com/refer/${id}` : 'Note: A referral link for this card may have already been generated.'}`
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
  requireFound(bank, id)
  const digits = idOf(f`card_last4:${id}`, 64).replaceAll(/\D/g, '').slice(0, 4).padEnd(4, '0')
  return `Card information retrieved successfully.\n\n${executed('get_card_last_4_digits', args)}Last 4 digits of card: ${digits}`
})

const depositCheck = given('deposit_check_3847', 'account_id check_amount', (bank, args) => {
  const { account_id, check_amount } = args
  const amount = requireAmount(
    check_amount,
    f`Error: Invalid check amount '${check_amount}'. Must be a number.`,
    'Error: Check amount must be positive.',
  )
  const account = requireRow(bank, 'accounts', 'Account', account_id)
  requireActive(account, 'Account', account_id)
  const balance = balanceOf(account)
  bank.update('accounts', account_id, { current_holdings: dollars(balance + amount) })
  return f`Check deposited successfully. Funds will be available according to your account's deposit policy.

${executed('deposit_check_3847', args)}Check deposit processed!
  - Account: ${account_id}
  - Check Amount: ${dollars(amount)}
  - Previous Balance: ${dollars(balance)}
  - New Balance: ${dollars(balance + amount)}`
})

export const userGifts: readonly BankTool[] = [cashBackDispute, referralLink, lastDigits, depositCheck]
