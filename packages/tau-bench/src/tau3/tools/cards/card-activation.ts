import { equals, type PythonValue, type ReadonlyValue } from '../../../python/index.ts'
import { f, titled } from '../../../python/text/format.ts'
import { type Bank, get, today } from '../../bank/bank.ts'
import { requireActivation } from '../../bank/card-checks.ts'
import { type BankTool, tool } from '../../bank/tool.ts'

/** What sets the three activations apart. */
interface Activation {
  readonly name: string
  /** What a card without a reason of issue counts as, once it may be activated. */
  readonly fallback: string
  /** What becomes of other active cards of the account. */
  readonly others: (reason: ReadonlyValue) => Record<string, PythonValue>
  /** The lines of the answer between the card and its status. */
  readonly head: string
  readonly reasonLabel?: string
  readonly lines: readonly string[]
  readonly closing: (reason: ReadonlyValue, others: string) => readonly string[]
}

const activations: readonly Activation[] = [
  {
    name: 'activate_debit_card_8291',
    fallback: 'new_account',
    others: () => deactivated('New card activated'),
    head: 'New Debit Card Activation Successful',
    lines: [
      'Your card is now ready to use at any ATM or point of sale terminal.',
      'For security, please sign the back of your card.',
    ],
    closing: (_reason, others) =>
      others === '' ? [] : [`\nNote: Previous card(s) have been deactivated: ${others}`],
  },
  {
    name: 'activate_debit_card_8292',
    fallback: 'lost',
    others: (reason) => deactivated(f`Replacement card activated (${reason})`),
    head: 'Replacement Debit Card Activation Successful',
    reasonLabel: 'Replacement Reason',
    lines: [
      'Your replacement card is now ready to use.',
      '',
      'IMPORTANT SECURITY REMINDERS:',
      '- Please review your recent transactions for any unauthorized charges',
      '- Report any suspicious activity immediately',
    ],
    closing: (reason, others) => [
      ...(reason === 'fraud'
        ? ['- Since fraud was suspected, we recommend changing your online banking password']
        : []),
      ...(others === '' ? [] : [`\nPrevious card(s) have been deactivated for security: ${others}`]),
    ],
  },
  {
    name: 'activate_debit_card_8293',
    fallback: 'expired',
    others: (reason) => ({
      status: 'GRACE_PERIOD',
      grace_period_ends: today,
      deactivation_reason: f`Reissued card activated (${reason})`,
    }),
    head: 'Reissued Debit Card Activation Successful',
    reasonLabel: 'Reissue Reason',
    lines: ['Your reissued card is now ready to use.'],
    closing: (reason, others) => [
      ...(others === ''
        ? []
        : [
            `\nNote: Your previous card(s) (${others}) will remain active for 24 hours as a grace period.`,
            'After 24 hours, the old card(s) will be automatically deactivated.',
          ]),
      ...(reason === 'expired' || reason === 'bank_reissue'
        ? [
            '\nReminder: If your card number changed, please update any recurring payments with your new card details.',
          ]
        : []),
    ],
  },
]

function deactivated(reason: string): Record<string, PythonValue> {
  return { status: 'DEACTIVATED', deactivated_date: today, deactivation_reason: reason }
}

export const cardActivations: readonly BankTool[] = activations.map((activation) =>
  tool(activation.name, 'card_id last_4_digits expiration_date cvv pin', (bank, args) =>
    activate(bank, activation, args.card_id, requireActivation(bank, activation.name, args)),
  ),
)

function activate(
  bank: Bank,
  { fallback, others, head, reasonLabel, lines, closing }: Activation,
  id: PythonValue,
  card: ReturnType<typeof requireActivation>,
): string {
  const account = get(card, 'account_id')
  const reason = get(card, 'issue_reason', fallback)
  bank.update('debit_cards', id, { status: 'ACTIVE', activated_date: today })
  const changed: string[] = []
  for (const [key, other] of bank.rows('debit_cards')) {
    if (key === id || !equals(get(other, 'account_id'), account) || get(other, 'status') !== 'ACTIVE')
      continue
    bank.update('debit_cards', key, others(reason))
    changed.push(key)
  }
  return [
    head,
    f`Card ID: ${id}`,
    ...(reasonLabel === undefined ? [] : [`${reasonLabel}: ${titled(reason)}`]),
    'Status: ACTIVE',
    `Activation Date: ${today}`,
    '',
    ...lines,
    ...closing(reason, changed.join(', ')),
  ].join('\n')
}
