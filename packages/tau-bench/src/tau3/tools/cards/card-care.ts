import { isTruthy, type PythonValue, type ReadonlyDict } from '../../../python/index.ts'
import { f, textWith, titled } from '../../../python/text/format.ts'
import { type Bank, get, refuse, today } from '../../bank/bank.ts'
import {
  requireDigits,
  requireLastDigits,
  requireOpenAccount,
  requirePin,
  requireStatus,
} from '../../bank/card-checks.ts'
import { isOneOf, requireAll, requireOneOf, requireRow } from '../../bank/checks.ts'
import { type BankTool, tool } from '../../bank/tool.ts'

const closeReasons = 'lost stolen fraud_suspected damaged no_longer_needed account_closing'

function cardOf(bank: Bank, id: PythonValue): ReadonlyDict {
  return requireRow(bank, 'debit_cards', 'Debit card', id)
}

const block = tool(
  'set_debit_card_recurring_block_7382',
  'card_id block_recurring',
  (bank, { card_id, block_recurring }) => {
    requireAll([card_id], 'Error: Missing required parameter: card_id')
    const card = bank.row('debit_cards', card_id)
    if (card === undefined || card.size === 0) refuse(f`Error: Debit card '${card_id}' not found.`)
    const status = textWith(get(card, 'status', ''), 'upper').toUpperCase()
    if (status !== 'ACTIVE') {
      refuse(
        `Error: Cannot update recurring block settings for a card with status '${status}'. Card must be ACTIVE.`,
      )
    }
    bank.update('debit_cards', card_id, { recurring_blocked: block_recurring })
    const lines = isTruthy(block_recurring)
      ? [
          f`Recurring payments BLOCKED for debit card ${card_id}.`,
          'All recurring/subscription charges will be declined.',
          'One-time purchases are not affected.',
        ]
      : [
          f`Recurring payments UNBLOCKED for debit card ${card_id}.`,
          'Recurring/subscription charges will now be allowed.',
        ]
    return [...lines, 'This change takes effect within 24 hours.'].join('\n')
  },
)

const close = tool('close_debit_card_4721', 'card_id reason', (bank, { card_id, reason: given }) => {
  requireAll([card_id, given], 'Error: Missing required parameters. Required: card_id, reason.')
  const reason = textWith(given, 'lower').toLowerCase()
  requireOneOf('reason', reason, closeReasons)
  const status = get(cardOf(bank, card_id), 'status')
  if (!isOneOf(status, 'ACTIVE PENDING')) {
    refuse(
      f`Error: Debit card '${card_id}' cannot be closed. Current status: ${status}. Only ACTIVE or PENDING cards can be closed.`,
    )
  }
  bank.update('debit_cards', card_id, { status: 'CLOSED', closed_date: today, closure_reason: reason })
  const isSafety = isOneOf(reason, 'lost stolen fraud_suspected')
  return [
    'Debit Card Closed Successfully',
    f`Card ID: ${card_id}`,
    f`Previous Status: ${status}`,
    'New Status: CLOSED',
    `Closure Reason: ${titled(reason)}`,
    `Closure Date: ${today}`,
    '',
    ...(isSafety
      ? [
          'IMPORTANT: This card has been immediately deactivated for security.',
          'Any pending transactions may still be processed.',
        ]
      : []),
    ...(reason === 'fraud_suspected'
      ? [
          'Please advise the customer to review recent transactions and file disputes for any unauthorized charges.',
          'Also recommend changing their online banking password.',
        ]
      : []),
    '',
    'Note: This card cannot be reactivated. If the customer needs a new card, they can order one through the standard ordering process.',
    'Any recurring payments linked to this card will need to be updated with new payment information.',
  ].join('\n')
})

const freeze = tool('freeze_debit_card_3892', 'card_id', (bank, { card_id }) => {
  requireAll([card_id], 'Error: Missing required parameter: card_id.')
  const card = cardOf(bank, card_id)
  if (get(card, 'status') === 'FROZEN') refuse(f`Error: Debit card '${card_id}' is already frozen.`)
  requireStatus(card, card_id, 'ACTIVE', 'frozen')
  bank.update('debit_cards', card_id, { status: 'FROZEN', frozen_date: today })
  return [
    'Debit Card Frozen Successfully',
    f`Card ID: ${card_id}`,
    'Status: FROZEN',
    `Frozen Date: ${today}`,
    '',
    'While frozen:',
    '- All new purchase transactions will be declined',
    '- Recurring payments and subscriptions will be declined',
    '- Pending transactions already authorized may still process',
    '',
    'To unfreeze, the customer can call customer service or use the mobile app.',
    'If the card is confirmed lost or stolen, recommend closing the card permanently instead.',
  ].join('\n')
})

const unfreeze = tool('unfreeze_debit_card_3893', 'card_id', (bank, { card_id }) => {
  requireAll([card_id], 'Error: Missing required parameter: card_id.')
  const card = cardOf(bank, card_id)
  if (get(card, 'status') === 'ACTIVE') refuse(f`Error: Debit card '${card_id}' is already active.`)
  requireStatus(card, card_id, 'FROZEN', 'unfrozen')
  requireOpenAccount(bank, card, 'unfrozen')
  bank.update('debit_cards', card_id, { status: 'ACTIVE', unfrozen_date: today })
  return [
    'Debit Card Unfrozen Successfully',
    f`Card ID: ${card_id}`,
    'Status: ACTIVE',
    `Unfrozen Date: ${today}`,
    '',
    'The card is now active and ready to use immediately.',
    'All transactions will process normally.',
  ].join('\n')
})

const clearAlert = tool(
  'clear_debit_card_fraud_alert_4892',
  'card_id reason',
  (bank, { card_id, reason }) => {
    requireAll([card_id], 'Error: Missing required parameter: card_id.')
    requireAll([reason], 'Error: Missing required parameter: reason.')
    if (!isOneOf(reason, 'customer_verified velocity_clear')) {
      refuse(f`Error: Invalid reason '${reason}'. Must be one of: customer_verified, velocity_clear`)
    }
    const card = cardOf(bank, card_id)
    return reason === 'velocity_clear' ? clearVelocity(bank, card_id, card) : clearFraud(bank, card_id, card)
  },
)

function clearVelocity(bank: Bank, id: PythonValue, card: ReadonlyDict): string {
  if (!isTruthy(get(card, 'velocity_blocked', false))) {
    refuse(f`Error: Debit card '${id}' does not have an active velocity block.`)
  }
  bank.update('debit_cards', id, { velocity_blocked: false, velocity_cleared_date: today })
  return [
    'Velocity Block Cleared Successfully',
    f`Card ID: ${id}`,
    `Cleared Date: ${today}`,
    '',
    'The card is now unblocked and ready for normal use.',
    'The velocity monitoring will continue - if the same unusual patterns recur,',
    'the card may be blocked again automatically.',
  ].join('\n')
}

function clearFraud(bank: Bank, id: PythonValue, card: ReadonlyDict): string {
  if (!isTruthy(get(card, 'fraud_alert_active', false))) {
    refuse(f`Error: Debit card '${id}' does not have an active fraud alert.`)
  }
  if (get(card, 'alert_source') === 'bank_initiated') {
    refuse(
      "Error: BANK_INITIATED_ALERT - This fraud alert was initiated by the bank's fraud detection system and cannot be cleared by customer service agents. Please transfer the customer to the security team using transfer_to_human_agents.",
    )
  }
  bank.update('debit_cards', id, {
    fraud_alert_active: false,
    alert_source: null,
    fraud_alert_cleared_date: today,
  })
  return [
    'Fraud Alert Cleared Successfully',
    f`Card ID: ${id}`,
    `Cleared Date: ${today}`,
    '',
    'The fraud alert has been removed from the card.',
    'All transactions will process normally.',
    '',
    'Remind the customer to review recent transactions and report any unauthorized charges.',
  ].join('\n')
}

const newPin = [
  'The new PIN is effective immediately.',
  'Customer can use the new PIN for ATM withdrawals and point-of-sale transactions.',
  '',
  'Security reminder: Never share your PIN with anyone.',
] as const

const resetPin = tool(
  'reset_debit_card_pin_6284',
  'card_id last_4_digits new_pin',
  (bank, { card_id, last_4_digits, new_pin }) => {
    requireAll(
      [card_id, last_4_digits, new_pin],
      'Error: Missing required parameters. Required: card_id, last_4_digits, new_pin.',
    )
    requireDigits('Last 4 digits', last_4_digits, 4n)
    requirePin(new_pin)
    const card = cardOf(bank, card_id)
    requireLastDigits(card, last_4_digits)
    const status = get(card, 'status')
    if (status !== 'ACTIVE') {
      refuse(
        f`Error: Cannot reset PIN. Card status is ${status}. Only ACTIVE cards can have their PIN reset.`,
      )
    }
    bank.update('debit_cards', card_id, {
      pin_last_changed: today,
      pin_locked: false,
      pin_attempts_remaining: 3n,
    })
    const [effective, ...rest] = newPin
    const unlocked = 'Your card has been unlocked and is ready to use.'
    const head = ['Debit Card PIN Reset Successfully', f`Card ID: ${card_id}`, `PIN Changed: ${today}`, '']
    return [...head, effective, unlocked, ...rest].join('\n')
  },
)

const changePin = tool(
  'change_debit_card_pin_6285',
  'card_id current_pin new_pin',
  (bank, { card_id, current_pin, new_pin }) => {
    requireAll(
      [card_id, current_pin, new_pin],
      'Error: Missing required parameters. Required: card_id, current_pin, new_pin.',
    )
    requireDigits('Current PIN', current_pin, 4n)
    requirePin(new_pin)
    if (current_pin === new_pin) refuse('Error: New PIN must be different from current PIN.')
    const status = get(cardOf(bank, card_id), 'status')
    if (status !== 'ACTIVE') {
      refuse(
        f`Error: Cannot change PIN. Card status is ${status}. Only ACTIVE cards can have their PIN changed.`,
      )
    }
    bank.update('debit_cards', card_id, { pin_last_changed: today })
    const head = ['Debit Card PIN Changed Successfully', f`Card ID: ${card_id}`, `PIN Changed: ${today}`, '']
    return [...head, ...newPin].join('\n')
  },
)

export const cardCare: readonly BankTool[] = [block, close, freeze, unfreeze, clearAlert, resetPin, changePin]
