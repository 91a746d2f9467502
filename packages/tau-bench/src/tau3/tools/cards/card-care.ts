import type { PythonValue, ReadonlyDict } from '../../../python/index.ts'
import { f, isTruthy, lower, titled, upper } from '../../../python/index.ts'
import { type Bank, type BankTool, get, refusal, today, tool } from '../../bank/bank.ts'
import {
  requireDigits,
  requireLastDigits,
  requireOpenAccount,
  requirePin,
  requireStatus,
} from '../../bank/card-checks.ts'
import { isOneOf, requireArgs, requireOneOf, requireRow } from '../../bank/checks.ts'

function cardOf(bank: Bank, id: PythonValue): ReadonlyDict {
  return requireRow(bank, 'debit_cards', 'Debit card', id)
}

const block = tool('set_debit_card_recurring_block_7382', 'card_id block_recurring', (bank, args) => {
  const { card_id, block_recurring } = args
  requireArgs(args, 'card_id', ': %')
  const card = bank.row('debit_cards', card_id)
  if (!card?.size) throw refusal`Error: Debit card '${card_id}' not found.`
  const status = upper(get(card, 'status', ''))
  if (status !== 'ACTIVE')
    throw refusal`Error: Cannot update recurring block settings for a card with status '${status}'. Card must be ACTIVE.`
  bank.update('debit_cards', card_id, { recurring_blocked: block_recurring })
  const changed = isTruthy(block_recurring)
    ? f`BLOCKED for debit card ${card_id}.
All recurring/subscription charges will be declined.
One-time purchases are not affected.`
    : f`UNBLOCKED for debit card ${card_id}.
Recurring/subscription charges will now be allowed.`
  return `Recurring payments ${changed}\nThis change takes effect within 24 hours.`
})

const close = tool('close_debit_card_4721', 'card_id reason', (bank, args) => {
  const { card_id } = args
  requireArgs(args, 'card_id reason', '. Required: %.')
  const reason = lower(args.reason)
  requireOneOf('reason', reason, 'lost stolen fraud_suspected damaged no_longer_needed account_closing')
  const status = get(cardOf(bank, card_id), 'status')
  if (!isOneOf(status, 'ACTIVE PENDING'))
    throw refusal`Error: Debit card '${card_id}' cannot be closed. Current status: ${status}. Only ACTIVE or PENDING cards can be closed.`
  bank.update('debit_cards', card_id, { status: 'CLOSED', closed_date: today, closure_reason: reason })
  const safety = isOneOf(reason, 'lost stolen fraud_suspected')
    ? `IMPORTANT: This card has been immediately deactivated for security.
Any pending transactions may still be processed.
`
    : ''
  const fraud =
    reason === 'fraud_suspected'
      ? `Please advise the customer to review recent transactions and file disputes for any unauthorized charges.
Also recommend changing their online banking password.
`
      : ''
  return f`Debit Card Closed Successfully
Card ID: ${card_id}
Previous Status: ${status}
New Status: CLOSED
Closure Reason: ${titled(reason)}
Closure Date: ${today}

${safety}${fraud}
Note: This card cannot be reactivated. If the customer needs a new card, they can order one through the standard ordering process.
Any recurring payments linked to this card will need to be updated with new payment information.`
})

const freeze = tool('freeze_debit_card_3892', 'card_id', (bank, args) => {
  const { card_id } = args
  requireArgs(args, 'card_id', ': %.')
  const card = cardOf(bank, card_id)
  if (get(card, 'status') === 'FROZEN') throw refusal`Error: Debit card '${card_id}' is already frozen.`
  requireStatus(card, card_id, 'ACTIVE', 'frozen')
  bank.update('debit_cards', card_id, { status: 'FROZEN', frozen_date: today })
  return f`Debit Card Frozen Successfully
Card ID: ${card_id}
Status: FROZEN
Frozen Date: ${today}

While frozen:
- All new purchase transactions will be declined
- Recurring payments and subscriptions will be declined
- Pending transactions already authorized may still process

To unfreeze, the customer can call customer service or use the mobile app.
If the card is confirmed lost or stolen, recommend closing the card permanently instead.`
})

const unfreeze = tool('unfreeze_debit_card_3893', 'card_id', (bank, args) => {
  const { card_id } = args
  requireArgs(args, 'card_id', ': %.')
  const card = cardOf(bank, card_id)
  if (get(card, 'status') === 'ACTIVE') throw refusal`Error: Debit card '${card_id}' is already active.`
  requireStatus(card, card_id, 'FROZEN', 'unfrozen')
  requireOpenAccount(bank, card, 'unfrozen')
  bank.update('debit_cards', card_id, { status: 'ACTIVE', unfrozen_date: today })
  return f`Debit Card Unfrozen Successfully
Card ID: ${card_id}
Status: ACTIVE
Unfrozen Date: ${today}

The card is now active and ready to use immediately.
All transactions will process normally.`
})

const clearAlert = tool('clear_debit_card_fraud_alert_4892', 'card_id reason', (bank, args) => {
  const { card_id, reason } = args
  requireArgs(args, 'card_id', ': %.')
  requireArgs(args, 'reason', ': %.')
  if (!isOneOf(reason, 'customer_verified velocity_clear'))
    throw refusal`Error: Invalid reason '${reason}'. Must be one of: customer_verified, velocity_clear`
  const card = cardOf(bank, card_id)
  return reason === 'velocity_clear' ? clearVelocity(bank, card_id, card) : clearFraud(bank, card_id, card)
})

function clearVelocity(bank: Bank, id: PythonValue, card: ReadonlyDict): string {
  if (!isTruthy(get(card, 'velocity_blocked', false)))
    throw refusal`Error: Debit card '${id}' does not have an active velocity block.`
  bank.update('debit_cards', id, { velocity_blocked: false, velocity_cleared_date: today })
  return f`Velocity Block Cleared Successfully
Card ID: ${id}
Cleared Date: ${today}

The card is now unblocked and ready for normal use.
The velocity monitoring will continue - if the same unusual patterns recur,
the card may be blocked again automatically.`
}

function clearFraud(bank: Bank, id: PythonValue, card: ReadonlyDict): string {
  if (!isTruthy(get(card, 'fraud_alert_active', false)))
    throw refusal`Error: Debit card '${id}' does not have an active fraud alert.`
  if (get(card, 'alert_source') === 'bank_initiated')
    throw refusal`Error: BANK_INITIATED_ALERT - This fraud alert was initiated by the bank's fraud detection system and cannot be cleared by customer service agents. Please transfer the customer to the security team using transfer_to_human_agents.`
  const cleared = { fraud_alert_active: false, alert_source: null, fraud_alert_cleared_date: today }
  bank.update('debit_cards', id, cleared)
  return f`Fraud Alert Cleared Successfully
Card ID: ${id}
Cleared Date: ${today}

The fraud alert has been removed from the card.
All transactions will process normally.

Remind the customer to review recent transactions and report any unauthorized charges.`
}

/** Gives an active card a new PIN; `verb` and `done` are the words of the answer, `unlocked` a line of it. */
function setPin(
  bank: Bank,
  id: PythonValue,
  card: ReadonlyDict,
  { verb, done, unlocked = '', fields = {} }: NewPin,
): string {
  const status = get(card, 'status')
  if (status !== 'ACTIVE')
    throw refusal`Error: Cannot ${verb} PIN. Card status is ${status}. Only ACTIVE cards can have their PIN ${done}.`
  bank.update('debit_cards', id, { pin_last_changed: today, ...fields })
  return f`Debit Card PIN ${titled(done)} Successfully
Card ID: ${id}
PIN Changed: ${today}

The new PIN is effective immediately.
${unlocked}Customer can use the new PIN for ATM withdrawals and point-of-sale transactions.

Security reminder: Never share your PIN with anyone.`
}

interface NewPin {
  readonly verb: string
  readonly done: string
  readonly unlocked?: string
  readonly fields?: Readonly<Record<string, PythonValue>>
}

const resetPin = tool('reset_debit_card_pin_6284', 'card_id last_4_digits new_pin', (bank, args) => {
  const { card_id, last_4_digits, new_pin } = args
  requireArgs(args, 'card_id last_4_digits new_pin', '. Required: %.')
  requireDigits('Last 4 digits', last_4_digits, 4n)
  requirePin(new_pin)
  const card = cardOf(bank, card_id)
  requireLastDigits(card, last_4_digits)
  return setPin(bank, card_id, card, {
    verb: 'reset',
    done: 'reset',
    unlocked: 'Your card has been unlocked and is ready to use.\n',
    fields: { pin_locked: false, pin_attempts_remaining: 3n },
  })
})

const changePin = tool('change_debit_card_pin_6285', 'card_id current_pin new_pin', (bank, args) => {
  const { card_id, current_pin, new_pin } = args
  requireArgs(args, 'card_id current_pin new_pin', '. Required: %.')
  requireDigits('Current PIN', current_pin, 4n)
  requirePin(new_pin)
  if (current_pin === new_pin) throw refusal`Error: New PIN must be different from current PIN.`
  return setPin(bank, card_id, cardOf(bank, card_id), { verb: 'change', done: 'changed' })
})

export const cardCare: readonly BankTool[] = [block, close, freeze, unfreeze, clearAlert, resetPin, changePin]
