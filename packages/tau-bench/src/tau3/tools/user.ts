import { multiply, type PythonValue, repr, toKey } from '../../python/index.ts'
import { attempt, toFloat, toInt } from '../../python/numbers.ts'
import { f, fixed, joined, listing } from '../../python/text/format.ts'
import { refuse, today } from '../bank/bank.ts'
import { isOneOf } from '../bank/checks.ts'
import { findRowsBy, isEmptyAnswer } from '../bank/find.ts'
import { idOf } from '../bank/ids.ts'
import { type BankTool, tool } from '../bank/tool.ts'
import { transactionIdOf } from './cards/credit-cards.ts'
import { addReferral } from './user-gifts.ts'

const cardTypes =
  'Bronze Rewards Card|Business Bronze Rewards Card|Business Gold Rewards Card|Business Platinum Rewards Card|Business Silver Rewards Card|Crypto-Cash Back|Diamond Elite Card|EcoCard|Gold Rewards Card|Green Rewards Card|Platinum Rewards Card|Silver Rewards Card|Silver Zoom Card'.split(
    '|',
  )

const apply = tool(
  'apply_for_credit_card',
  'card_type customer_name annual_income rho_bank_subscription',
  (bank, { card_type, customer_name, annual_income: given, rho_bank_subscription }) => {
    if (!isOneOf(card_type, cardTypes)) {
      refuse(f`Error: Invalid card_type '${card_type}'. Must be one of: ${listing(cardTypes)}`)
    }
    const annual_income =
      attempt(() => toFloat(given)) ?? refuse('Error: Invalid annual_income. Must be a number.')
    const id = idOf(f`credit_card:${card_type}:${customer_name}:${annual_income}:${rho_bank_subscription}`)
    const isNew = bank.add('credit_card_applications', id, {
      application_id: id,
      card_type,
      customer_name,
      annual_income,
      rho_bank_subscription,
      status: 'PENDING',
      date: today,
    })
    if (!isNew) refuse(`Failed to submit application: Record ID '${id}' may already exist.`)
    return 'Credit card application submitted:\nYour application has been successfully submitted. You will receive a decision within 5-7 business days via email.'
  },
  { rho_bank_subscription: false },
)

const refer = tool('submit_referral', 'user_id account_type', (bank, { user_id, account_type }) => {
  const id = idOf(joined(['referral', user_id, account_type]))
  if (!addReferral(bank, id, user_id, account_type)) {
    refuse(`Failed to submit referral: Record ID '${id}' may already exist.`)
  }
  return [
    'Referral request submitted successfully!',
    `  - Referral ID: ${id}`,
    f`  - Referrer ID: ${user_id}`,
    f`  - Account Type: ${account_type}`,
    '  - Status: NO_PROGRESS',
    `  - Date: ${today}\n`,
    "Share your referral ID with the person you're referring. They will need to use this when applying for their account.",
  ].join('\n')
})

const transferRequest = tool('request_human_agent_transfer', '', (bank) => {
  const table = 'human_transfer_requests'
  const before = findRowsBy(bank, table, '{}')
  const number = isEmptyAnswer(before) ? 1 : before.split('request_id').length
  const id = `transfer_request_${number}`
  bank.add(table, id, {
    request_id: id,
    request_number: BigInt(number),
    requested_at: today,
    status: 'PENDING',
  })
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
    if (rates === undefined) {
      refuse(
        f`Error: Unknown credit card type '${credit_card_type}'. Available types: ${repr([...rewards.keys()])}`,
      )
    }
    const id = transactionIdOf([user_id, credit_card_type, merchant_name, fixed(amount), category])
    const rate = rateFor(rates, category)
    const points = toInt(multiply(amount, rate))
    const isNew = bank.add('credit_card_transaction_history', id, {
      transaction_id: id,
      user_id,
      credit_card_type,
      merchant_name,
      transaction_amount: `$${fixed(amount)}`,
      transaction_date: today,
      category,
      status: 'COMPLETED',
      rewards_earned: `${points} points`,
    })
    if (!isNew) refuse(`Failed to submit transaction: Record ID '${id}' may already exist.`)
    return [
      'Transaction submitted successfully!',
      `  - Transaction ID: ${id}`,
      f`  - User ID: ${user_id}`,
      f`  - Card Type: ${credit_card_type}`,
      f`  - Merchant: ${merchant_name}`,
      `  - Amount: $${fixed(amount)}`,
      f`  - Category: ${category}`,
      `  - Date: ${today}`,
      f`  - Rewards Earned: ${points} points (${rate}% cashback rate)\n`,
    ].join('\n')
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
