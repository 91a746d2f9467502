import { multiply } from '../../python/arithmetic.ts'
import { toKey } from '../../python/containers.ts'
import { attempt, toFloat, toInt } from '../../python/numbers.ts'
import { f, fixed, joined, listing } from '../../python/text/format.ts'
import { repr } from '../../python/text/repr.ts'
import type { PythonValue } from '../../python/value.ts'
import { type BankTool, idOf, refusal, refuse, today, tool } from '../bank/bank.ts'
import { dollars, isOneOf } from '../bank/checks.ts'
import { findRowsBy, isEmptyAnswer } from '../bank/find.ts'
import { transactionIdOf } from './cards/credit-cards.ts'
import { addReferral } from './user-gifts.ts'

const apply = tool(
  'apply_for_credit_card',
  'card_type customer_name annual_income rho_bank_subscription',
  (bank, args) => {
    const { card_type, customer_name, rho_bank_subscription } = args
    const cardTypes = [...rewards.keys()].sort()
    if (!isOneOf(card_type, cardTypes))
      throw refusal`Error: Invalid card_type '${card_type}'. Must be one of: ${listing(cardTypes)}`
    const annual_income =
      attempt(() => toFloat(args.annual_income)) ?? refuse('Error: Invalid annual_income. Must be a number.')
    const id = idOf(f`credit_card:${card_type}:${customer_name}:${annual_income}:${rho_bank_subscription}`)
    const application = { application_id: id, ...args, annual_income, status: 'PENDING', date: today }
    if (!bank.add('credit_card_applications', id, application))
      throw refusal`Failed to submit application: Record ID '${id}' may already exist.`
    return 'Credit card application submitted:\nYour application has been successfully submitted. You will receive a decision within 5-7 business days via email.'
  },
  { rho_bank_subscription: false },
)

const refer = tool('submit_referral', 'user_id account_type', (bank, { user_id, account_type }) => {
  const id = idOf(joined(['referral', user_id, account_type]))
  if (!addReferral(bank, id, user_id, account_type))
    throw refusal`Failed to submit referral: Record ID '${id}' may already exist.`
  return f`Referral request submitted successfully!
  - Referral ID: ${id}
  - Referrer ID: ${user_id}
  - Account Type: ${account_type}
  - Status: NO_PROGRESS
  - Date: ${today}

Share your referral ID with the person you're referring. They will need to use this when applying for their account.`
})

const transferRequest = tool('request_human_agent_transfer', '', (bank) => {
  const table = 'human_transfer_requests'
  const before = findRowsBy(bank, table, '{}')
  const number = isEmptyAnswer(before) ? 1 : before.split('request_id').length
  const id = `transfer_request_${number}`
  const request = { request_id: id, request_number: BigInt(number), requested_at: today, status: 'PENDING' }
  bank.add(table, id, request)
  return `Transfer request #${number} submitted.\nThe agent will process your request.`
})

/** Per cent of a purchase that a card pays back, by category; the first is for all others. */
const rewards: ReadonlyMap<string, readonly [number, Readonly<Record<string, number>>]> = new Map([
  ['Bronze Rewards Card', [1, {}]],
  ['Silver Rewards Card', [1, { Travel: 4, Software: 4 }]],
  ['Gold Rewards Card', [2.5, {}]],
  ['Platinum Rewards Card', [10, {}]],
  ['Business Bronze Rewards Card', [1, {}]],
  ['Business Silver Rewards Card', [1, { Travel: 10, Software: 10 }]],
  ['Green Rewards Card', [1, { Sustainable: 3 }]],
  ['Business Gold Rewards Card', [1, { Operations: 2.5 }]],
  ['Business Platinum Rewards Card', [1.5, { Travel: 4, Software: 4, Media: 4 }]],
  ['Silver Zoom Card', [1, { Transportation: 3 }]],
  ['Diamond Elite Card', [5, {}]],
  ['EcoCard', [1, { Green: 5 }]],
  ['Crypto-Cash Back', [2, {}]],
])

const transaction = tool(
  'submit_transaction',
  'user_id credit_card_type merchant_name amount category',
  (bank, { user_id, credit_card_type, merchant_name, amount, category }) => {
    const rates = rewards.get(toKey(credit_card_type) ?? '')
    if (rates === undefined)
      throw refusal`Error: Unknown credit card type '${credit_card_type}'. Available types: ${repr([...rewards.keys()])}`
    const id = transactionIdOf([user_id, credit_card_type, merchant_name, fixed(amount), category])
    const rate = rateFor(rates, category)
    const points = toInt(multiply(amount, rate))
    const isNew = bank.add('credit_card_transaction_history', id, {
      transaction_id: id,
      user_id,
      credit_card_type,
      merchant_name,
      transaction_amount: dollars(amount),
      transaction_date: today,
      category,
      status: 'COMPLETED',
      rewards_earned: `${points} points`,
    })
    if (!isNew) throw refusal`Failed to submit transaction: Record ID '${id}' may already exist.`
    return f`Transaction submitted successfully!
  - Transaction ID: ${id}
  - User ID: ${user_id}
  - Card Type: ${credit_card_type}
  - Merchant: ${merchant_name}
  - Amount: ${dollars(amount)}
  - Category: ${category}
  - Date: ${today}
  - Rewards Earned: ${points} points (${rate}% cashback rate)
`
  },
)

function rateFor(
  [others, own]: readonly [number, Readonly<Record<string, number>>],
  category: PythonValue,
): number {
  const key = toKey(category)
  return (key !== undefined && Object.hasOwn(own, key) ? own[key] : undefined) ?? others
}

export const userTools: readonly BankTool[] = [apply, refer, transferRequest, transaction]
