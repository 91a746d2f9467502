import { compare, isTruthy, type NamesOf, namesOf, type PythonValue } from '../../python/index.ts'
import { f, fixed, titled } from '../../python/text/format.ts'
import { refuse, today } from '../bank/bank.ts'
import { isOneOf, requireAll, requireOneOf } from '../bank/checks.ts'
import { idOf } from '../bank/ids.ts'
import { type BankTool, tool } from '../bank/tool.ts'

export function disputeId(user: PythonValue, transaction: PythonValue): string {
  return `dsp_${idOf(f`dispute:${user}:${transaction}`, 12)}`
}

const filedBefore = 'Error: Dispute may have already been filed for this transaction.'

export const creditCardDispute: BankTool = tool(
  'file_credit_card_transaction_dispute_4829',
  'transaction_id card_action card_last_4_digits full_name user_id phone email address contacted_merchant purchase_date issue_noticed_date dispute_reason resolution_requested eligible_for_provisional_credit partial_refund_amount',
  (bank, args) => {
    const { transaction_id, user_id, dispute_reason, resolution_requested, partial_refund_amount } = args
    const eligible = args.eligible_for_provisional_credit
    requireAll([transaction_id, user_id], 'Error: Missing required parameters.')
    requireOneOf('card_action', args.card_action, 'keep_active cancel_and_reissue')
    requireOneOf(
      'dispute_reason',
      dispute_reason,
      'unauthorized_fraudulent_charge duplicate_charge incorrect_amount goods_services_not_received goods_services_not_as_described canceled_subscription_still_charging refund_never_processed',
    )
    requireOneOf('resolution_requested', resolution_requested, 'full_refund partial_refund')
    if (resolution_requested === 'partial_refund' && partial_refund_amount === null) {
      refuse("Error: partial_refund_amount is required when resolution_requested is 'partial_refund'.")
    }
    const id = disputeId(user_id, transaction_id)
    const isNew = bank.add('transaction_disputes', id, {
      dispute_id: id,
      ...pick(
        args,
        'transaction_id user_id card_action card_last_4_digits full_name phone email address contacted_merchant purchase_date issue_noticed_date dispute_reason resolution_requested partial_refund_amount eligible_for_provisional_credit',
      ),
      provisional_credit_given: eligible,
      submitted_at: today,
      status: 'SUBMITTED',
    })
    if (!isNew) refuse(filedBefore)
    return [
      'Credit card transaction dispute filed successfully. A case has been opened and will be reviewed within 10 business days.',
      '',
      'Executed: file_credit_card_transaction_dispute_4829',
      `Dispute ID: ${id}`,
      f`Transaction: ${transaction_id}`,
      `Reason: ${titled(dispute_reason)}`,
      `Resolution Requested: ${titled(resolution_requested)}`,
      ...(isTruthy(partial_refund_amount) ? [`Partial Refund Amount: $${fixed(partial_refund_amount)}`] : []),
      isTruthy(eligible)
        ? 'Provisional Credit: ELIGIBLE - Credit will be applied within 2 business days.'
        : 'Provisional Credit: Not eligible at this time.',
    ].join('\n')
  },
  { partial_refund_amount: null },
)

const fraud = ['unauthorized_transaction', 'card_present_fraud', 'card_not_present_fraud']

export const debitCardDispute: BankTool = tool(
  'file_debit_card_transaction_dispute_6281',
  'transaction_id account_id card_id user_id dispute_category transaction_date discovery_date disputed_amount transaction_type card_in_possession pin_compromised contacted_merchant police_report_filed written_statement_provided provisional_credit_eligible customer_max_liability_amount card_action',
  (bank, args) => {
    const { transaction_id, account_id, user_id, dispute_category, disputed_amount, card_action } = args
    requireDebitFields(args)
    const id = disputeId(user_id, transaction_id)
    const isFraud = isOneOf(dispute_category, fraud)
    const isShared = args.pin_compromised === 'yes_shared'
    const eligible = args.provisional_credit_eligible
    const isNew = bank.add('debit_card_disputes', id, {
      dispute_id: id,
      ...pick(
        args,
        'transaction_id account_id card_id user_id dispute_category transaction_date discovery_date disputed_amount transaction_type card_in_possession pin_compromised contacted_merchant police_report_filed written_statement_provided provisional_credit_eligible',
      ),
      provisional_credit_issued: eligible,
      provisional_credit_amount: isTruthy(eligible) ? disputed_amount : null,
      customer_max_liability_amount: args.customer_max_liability_amount,
      card_action,
      is_fraud_category: isFraud,
      pin_shared_voluntarily: isShared,
      submitted_at: today,
      status: 'OPEN',
    })
    if (!isNew) refuse(filedBefore)
    const needsReport = isFraud && !isTruthy(args.police_report_filed) && compare(disputed_amount, '>', 500n)
    return [
      `Dispute ID: ${id}`,
      f`Transaction: ${transaction_id}`,
      f`Account: ${account_id}`,
      `Category: ${titled(dispute_category)}`,
      `Disputed Amount: $${fixed(disputed_amount)}`,
      `Card Action: ${titled(card_action)}`,
      isTruthy(eligible)
        ? `Provisional Credit: ISSUED - $${fixed(disputed_amount)} credited within 10 business days per Regulation E.`
        : 'Provisional Credit: Not eligible - see Debit Card Provisional Credit Guidelines for details.',
      ...(isShared
        ? ['WARNING: Customer indicated PIN was shared voluntarily. This may affect liability determination.']
        : []),
      ...(needsReport
        ? ['RECOMMENDATION: For fraud disputes over $500, filing a police report is recommended.']
        : []),
    ].join('\n')
  },
)

const filled =
  'transaction_id account_id card_id user_id dispute_category transaction_date discovery_date disputed_amount transaction_type pin_compromised card_action'
const booleans = 'card_in_possession contacted_merchant police_report_filed written_statement_provided'

type DebitFields = NamesOf<typeof filled> | NamesOf<typeof booleans> | 'customer_max_liability_amount'

function requireDebitFields(args: Readonly<Record<DebitFields, PythonValue>>): void {
  requireAll(Object.values(pick(args, filled)), 'Error: Missing required parameters.')
  if (args.customer_max_liability_amount === null) refuse('Error: customer_max_liability_amount is required.')
  if (Object.values(pick(args, booleans)).includes(null)) {
    refuse(
      'Error: card_in_possession, contacted_merchant, police_report_filed, and written_statement_provided are required boolean fields.',
    )
  }
  requireOneOf(
    'dispute_category',
    args.dispute_category,
    'unauthorized_transaction atm_cash_discrepancy atm_deposit_not_credited duplicate_charge incorrect_amount goods_services_not_received recurring_charge_after_cancellation card_present_fraud card_not_present_fraud',
  )
  requireOneOf(
    'transaction_type',
    args.transaction_type,
    'pin_purchase signature_purchase online_purchase atm_withdrawal atm_deposit recurring_payment person_to_person',
  )
  requireOneOf('pin_compromised', args.pin_compromised, 'yes_shared yes_observed no unknown')
  requireOneOf('card_action', args.card_action, 'keep_active freeze_pending_investigation close_and_reissue')
  if (compare(args.disputed_amount, '<=', 0n)) refuse('Error: disputed_amount must be a positive number.')
}

function pick<const Names extends string>(
  args: Readonly<Record<NamesOf<Names>, PythonValue>>,
  names: Names,
): Record<string, PythonValue> {
  return Object.fromEntries(namesOf(names).map((name) => [name, args[name as NamesOf<Names>]]))
}
