import { compare, f, isTruthy, type PythonValue, titled } from '../../python/index.ts'
import { type BankTool, idOf, refusal, refuse, today, tool } from '../bank/bank.ts'
import { dollars, isOneOf, requireArgs, requireOneOf } from '../bank/checks.ts'

export function disputeId(user: PythonValue, transaction: PythonValue): string {
  return `dsp_${idOf(f`dispute:${user}:${transaction}`, 12)}`
}

const filedBefore = 'Error: Dispute may have already been filed for this transaction.'

export const creditCardDispute: BankTool = tool(
  'file_credit_card_transaction_dispute_4829',
  'transaction_id card_action card_last_4_digits full_name user_id phone email address contacted_merchant purchase_date issue_noticed_date dispute_reason resolution_requested eligible_for_provisional_credit partial_refund_amount',
  (bank, args) => {
    const {
      transaction_id,
      user_id,
      partial_refund_amount,
      eligible_for_provisional_credit: eligible,
      ...others
    } = args
    const { dispute_reason, resolution_requested } = others
    requireArgs(args, 'transaction_id user_id')
    requireOneOf('card_action', args.card_action, 'keep_active cancel_and_reissue')
    requireOneOf(
      'dispute_reason',
      dispute_reason,
      'unauthorized_fraudulent_charge duplicate_charge incorrect_amount goods_services_not_received goods_services_not_as_described canceled_subscription_still_charging refund_never_processed',
    )
    requireOneOf('resolution_requested', resolution_requested, 'full_refund partial_refund')
    if (resolution_requested === 'partial_refund' && partial_refund_amount === null)
      throw refusal`Error: partial_refund_amount is required when resolution_requested is 'partial_refund'.`
    const id = disputeId(user_id, transaction_id)
    const isNew = bank.add('transaction_disputes', id, {
      dispute_id: id,
      transaction_id,
      user_id,
      ...others,
      partial_refund_amount,
      eligible_for_provisional_credit: eligible,
      provisional_credit_given: eligible,
      submitted_at: today,
      status: 'SUBMITTED',
    })
    if (!isNew) refuse(filedBefore)
    const refund = isTruthy(partial_refund_amount)
      ? `Partial Refund Amount: ${dollars(partial_refund_amount)}\n`
      : ''
    return f`Credit card transaction dispute filed successfully. A case has been opened and will be reviewed within 10 business days.

Executed: file_credit_card_transaction_dispute_4829
Dispute ID: ${id}
Transaction: ${transaction_id}
Reason: ${titled(dispute_reason)}
Resolution Requested: ${titled(resolution_requested)}
${refund}Provisional Credit: ${isTruthy(eligible) ? 'ELIGIBLE - Credit will be applied within 2 business days.' : 'Not eligible at this time.'}`
  },
  { partial_refund_amount: null },
)

export const debitCardDispute: BankTool = tool(
  'file_debit_card_transaction_dispute_6281',
  'transaction_id account_id card_id user_id dispute_category transaction_date discovery_date disputed_amount transaction_type card_in_possession pin_compromised contacted_merchant police_report_filed written_statement_provided provisional_credit_eligible customer_max_liability_amount card_action',
  (bank, args) => {
    const { transaction_id, account_id, user_id, dispute_category, disputed_amount } = args
    requireDebitFields(args)
    const id = disputeId(user_id, transaction_id)
    const isFraud = isOneOf(
      dispute_category,
      'unauthorized_transaction card_present_fraud card_not_present_fraud',
    )
    const isShared = args.pin_compromised === 'yes_shared'
    const eligible = args.provisional_credit_eligible
    const { customer_max_liability_amount, card_action, ...filed } = args
    const isNew = bank.add('debit_card_disputes', id, {
      dispute_id: id,
      ...filed,
      provisional_credit_issued: eligible,
      provisional_credit_amount: isTruthy(eligible) ? disputed_amount : null,
      customer_max_liability_amount,
      card_action,
      is_fraud_category: isFraud,
      pin_shared_voluntarily: isShared,
      submitted_at: today,
      status: 'OPEN',
    })
    if (!isNew) refuse(filedBefore)
    const needsReport = isFraud && !isTruthy(args.police_report_filed) && compare(disputed_amount, '>', 500n)
    const credit = isTruthy(eligible)
      ? `ISSUED - ${dollars(disputed_amount)} credited within 10 business days per Regulation E.`
      : 'Not eligible - see Debit Card Provisional Credit Guidelines for details.'
    const shared = isShared
      ? '\nWARNING: Customer indicated PIN was shared voluntarily. This may affect liability determination.'
      : ''
    const report = needsReport
      ? '\nRECOMMENDATION: For fraud disputes over $500, filing a police report is recommended.'
      : ''
    return f`Dispute ID: ${id}
Transaction: ${transaction_id}
Account: ${account_id}
Category: ${titled(dispute_category)}
Disputed Amount: ${dollars(disputed_amount)}
Card Action: ${titled(card_action)}
Provisional Credit: ${credit}${shared}${report}`
  },
)

function requireDebitFields(args: Readonly<Record<string, PythonValue>>): void {
  const value = (name: string): PythonValue => args[name] ?? null
  requireArgs(
    args,
    'transaction_id account_id card_id user_id dispute_category transaction_date discovery_date disputed_amount transaction_type pin_compromised card_action',
  )
  if (value('customer_max_liability_amount') === null)
    throw refusal`Error: customer_max_liability_amount is required.`
  const booleans = 'card_in_possession contacted_merchant police_report_filed written_statement_provided'
  if (booleans.split(' ').some((name) => value(name) === null))
    throw refusal`Error: card_in_possession, contacted_merchant, police_report_filed, and written_statement_provided are required boolean fields.`
  for (const [name, choices] of Object.entries(choicesOf)) requireOneOf(name, value(name), choices)
  if (compare(value('disputed_amount'), '<=', 0n))
    throw refusal`Error: disputed_amount must be a positive number.`
}

const choicesOf = {
  dispute_category:
    'unauthorized_transaction atm_cash_discrepancy atm_deposit_not_credited duplicate_charge incorrect_amount goods_services_not_received recurring_charge_after_cancellation card_present_fraud card_not_present_fraud',
  transaction_type:
    'pin_purchase signature_purchase online_purchase atm_withdrawal atm_deposit recurring_payment person_to_person',
  pin_compromised: 'yes_shared yes_observed no unknown',
  card_action: 'keep_active freeze_pending_investigation close_and_reissue',
}
