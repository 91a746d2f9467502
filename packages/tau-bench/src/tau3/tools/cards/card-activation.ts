import { f, type PythonValue, type ReadonlyDict, type ReadonlyValue, titled } from '../../../python/index.ts'
import { type Bank, type BankTool, get, refusal, today, tool } from '../../bank/bank.ts'
import {
  requireDigits,
  requireLastDigits,
  requireOpenAccount,
  requirePin,
  requireStatus,
} from '../../bank/card-checks.ts'
import { isOneOf, requireArgs, requireRow } from '../../bank/checks.ts'

interface Activation {
  readonly name: string
  /** The reasons of issue of its cards; the first is that of a card without one, once it may be activated. */
  readonly reasons: string
  /** What becomes of other active cards of the account. */
  readonly others: (reason: ReadonlyValue) => Record<string, PythonValue>
  readonly head: string
  readonly reasonLabel?: string
  readonly text: string
  readonly closing: (reason: ReadonlyValue, others: string) => readonly (string | false)[]
}

const activations: readonly Activation[] = [
  {
    name: 'activate_debit_card_8291',
    reasons: 'new_account first_card',
    others: () => deactivated('New card activated'),
    head: 'New Debit Card',
    text: `Your card is now ready to use at any ATM or point of sale terminal.
For security, please sign the back of your card.`,
    closing: (_reason, others) => [
      others !== '' && `\nNote: Previous card(s) have been deactivated: ${others}`,
    ],
  },
  {
    name: 'activate_debit_card_8292',
    reasons: 'lost stolen fraud',
    others: (reason) => deactivated(f`Replacement card activated (${reason})`),
    head: 'Replacement Debit Card',
    reasonLabel: 'Replacement Reason',
    text: `Your replacement card is now ready to use.

IMPORTANT SECURITY REMINDERS:
- Please review your recent transactions for any unauthorized charges
- Report any suspicious activity immediately`,
    closing: (reason, others) => [
      reason === 'fraud' && '- Since fraud was suspected, we recommend changing your online banking password',
      others !== '' && `\nPrevious card(s) have been deactivated for security: ${others}`,
    ],
  },
  {
    name: 'activate_debit_card_8293',
    reasons: 'expired damaged upgrade bank_reissue',
    others: (reason) => ({
      status: 'GRACE_PERIOD',
      grace_period_ends: today,
      deactivation_reason: f`Reissued card activated (${reason})`,
    }),
    head: 'Reissued Debit Card',
    reasonLabel: 'Reissue Reason',
    text: 'Your reissued card is now ready to use.',
    closing: (reason, others) => [
      others !== '' &&
        `\nNote: Your previous card(s) (${others}) will remain active for 24 hours as a grace period.\nAfter 24 hours, the old card(s) will be automatically deactivated.`,
      isOneOf(reason, 'expired bank_reissue') &&
        '\nReminder: If your card number changed, please update any recurring payments with your new card details.',
    ],
  },
]

function deactivated(reason: string): Record<string, PythonValue> {
  return { status: 'DEACTIVATED', deactivated_date: today, deactivation_reason: reason }
}

export const cardActivations: readonly BankTool[] = activations.map((activation) =>
  tool(activation.name, 'card_id last_4_digits expiration_date cvv pin', (bank, args) => {
    const { card_id, last_4_digits, cvv, pin } = args
    requireArgs(args, 'card_id last_4_digits expiration_date cvv pin', '. Required: %.')
    requirePin(pin)
    requireDigits('CVV', cvv, 3n)
    requireDigits('Last 4 digits', last_4_digits, 4n)
    const card = requireRow(bank, 'debit_cards', 'Debit card', card_id)
    requireIssueReason(card, activation.name)
    if (get(card, 'status') === 'ACTIVE') throw refusal`Error: Debit card '${card_id}' is already active.`
    requireStatus(card, card_id, 'PENDING', 'activated')
    requireLastDigits(card, last_4_digits)
    requireOpenAccount(bank, card, 'activated')
    return activate(bank, activation, card_id, card)
  }),
)

function requireIssueReason(card: ReadonlyDict, tool: string): void {
  const reason = get(card, 'issue_reason', 'new_account')
  const right = activations.find(({ reasons }) => isOneOf(reason, reasons))?.name ?? 'unknown'
  if (right !== tool)
    throw refusal`Error: Wrong activation tool. This card has issue_reason='${reason}'. Please use ${right} instead of ${tool}.`
}

function activate(
  bank: Bank,
  { reasons, others, head, reasonLabel, text, closing }: Activation,
  id: PythonValue,
  card: ReadonlyDict,
): string {
  const reason = get(card, 'issue_reason', reasons.split(' ')[0])
  bank.update('debit_cards', id, { status: 'ACTIVE', activated_date: today })
  const replaced = bank
    .rows('debit_cards', 'account_id', get(card, 'account_id'))
    .filter(([key, other]) => key !== id && get(other, 'status') === 'ACTIVE')
    .map(([key]) => key)
  for (const key of replaced) bank.update('debit_cards', key, others(reason))
  return [
    f`${head} Activation Successful\nCard ID: ${id}`,
    reasonLabel !== undefined && `${reasonLabel}: ${titled(reason)}`,
    `Status: ACTIVE\nActivation Date: ${today}\n`,
    text,
    ...closing(reason, replaced.join(', ')),
  ]
    .filter((part) => part !== false)
    .join('\n')
}
