import type { PythonValue, ReadonlyDict } from '../../../python/index.ts'
import { attempt, f, fixed, isTruthy, listing, str, toFloat, upper } from '../../../python/index.ts'
import { type Bank, type BankTool, get, idOf, refusal, refuse, today, tool } from '../../bank/bank.ts'
import { dollars, isOneOf, requireArgs, requireOwner, requireRow } from '../../bank/checks.ts'

const deliveries = new Map([
  ['STANDARD', '7-10 business days'],
  ['EXPEDITED', '3-5 business days'],
  ['RUSH', '1-2 business days'],
])

/** Of a card that is ordered. */
interface Fees {
  readonly delivery: number
  readonly design: number
  /** The int 0 if what was given is no number. */
  readonly excess: number | bigint
  readonly total: number
}

export const orderDebitCard: BankTool = tool(
  'order_debit_card_5739',
  'account_id user_id delivery_option delivery_fee card_design design_fee shipping_address excess_replacement_fee',
  (bank, args) => {
    const { account_id, user_id, shipping_address } = args
    const [delivery_fee, design_fee] = [feeOf('delivery_fee', args), feeOf('design_fee', args)]
    const given = args.excess_replacement_fee
    const excess = attempt(() => toFloat(isTruthy(given) ? given : 0n)) ?? 0n
    requireArgs(
      args,
      'account_id user_id delivery_option delivery_fee! card_design design_fee! shipping_address',
      '. Required: %.',
    )
    const total = delivery_fee + design_fee + Number(excess)
    const fees: Fees = { delivery: delivery_fee, design: design_fee, excess, total }
    const delivery = choiceOf('delivery_option', args.delivery_option, [...deliveries.keys()])
    const design = choiceOf('card_design', args.card_design, ['CLASSIC', 'PREMIUM', 'CUSTOM'])
    const account = requireCheckingAccount(bank, account_id, user_id)
    const balance = requireFunds(bank, account_id, account, total)

    const order = `dcord_${idOf(f`debit_card_order:${account_id}:${user_id}:${delivery}`, 12)}`
    const expected = deliveries.get(delivery) ?? ''
    const isNew = bank.add('debit_card_orders', order, {
      order_id: order,
      ...args,
      delivery_option: delivery,
      card_design: design,
      delivery_fee,
      design_fee,
      excess_replacement_fee: excess,
      total_fee: total,
      order_date: today,
      expected_delivery: expected,
      status: 'PENDING',
    })
    if (!isNew) throw refusal`Error: Failed to create debit card order. Order may already exist.`
    if (total > 0) charge(bank, account_id, order, balance - total, fees)
    const card = addCard(bank, account_id, user_id, design)
    const charged =
      total > 0
        ? f`${dollars(total)} (${named(fees, ': ')}) - CHARGED to account ${account_id}\nNew Account Balance: ${dollars(balance - total)}`
        : '$0 (No additional charges)'
    return f`Debit Card Order Confirmed
Order ID: ${order}
Card ID: ${card}
Linked Account: ${account_id}
Delivery Option: ${delivery}
Card Design: ${design}
Shipping Address: ${shipping_address}
Expected Delivery: ${expected}

Note: Card will arrive with status PENDING. Customer must call to activate after receiving the card.
Total Fees: ${charged}`
  },
  { excess_replacement_fee: null },
)

/** 0 for None. */
function feeOf<Name extends string>(name: Name, args: Readonly<Record<Name, PythonValue>>): number {
  if (args[name] === null) return 0
  return attempt(() => toFloat(args[name])) ?? refuse(`Error: ${name} must be a number.`)
}

function choiceOf(what: string, value: PythonValue, choices: readonly string[]): string {
  const choice = upper(value)
  if (choices.includes(choice)) return choice
  throw refusal`Error: Invalid ${what}. Must be one of: ${listing(choices)}`
}

function requireCheckingAccount(bank: Bank, id: PythonValue, user: PythonValue): ReadonlyDict {
  const account = requireRow(bank, 'accounts', 'Account', id)
  const [kind, status] = [get(account, 'class'), get(account, 'status')]
  if (kind !== 'checking')
    throw refusal`Error: Debit cards can only be ordered for checking accounts. Account '${id}' is a ${kind} account.`
  if (status !== 'OPEN') throw refusal`Error: Account must be OPEN. Account '${id}' has status: ${status}`
  requireOwner(account, 'Account', id, user)
  return account
}

/** The balance, of which this tool reads no dollar signs. Refuses too small ones, and more than one card. */
function requireFunds(bank: Bank, id: PythonValue, account: ReadonlyDict, total: number): number {
  const text = str(get(account, 'current_holdings', '0')).replaceAll(',', '')
  const balance = attempt(() => toFloat(text)) ?? 0
  if (balance < 25)
    throw refusal`Error: Account must have a minimum balance of $25. Current balance: ${dollars(balance)}`
  const has = (table: string, status: string): boolean =>
    bank.rows(table, 'account_id', id).some(([, row]) => get(row, 'status') === status)
  if (has('debit_card_orders', 'PENDING'))
    throw refusal`Error: There is already a pending debit card order for account '${id}'.`
  if (has('debit_cards', 'ACTIVE'))
    throw refusal`Error: Account '${id}' already has an active debit card. Maximum 1 active card per checking account.`
  if (total > 0 && balance < total)
    throw refusal`Error: Insufficient funds for fees. Total fees: ${dollars(total)}. Current balance: ${dollars(balance)}`
  return balance
}

/** `Delivery: $10.0, Design: $5.0` */
function named({ delivery, design, excess }: Fees, separator: string): string {
  const parts = [
    delivery > 0 && f`Delivery${separator}$${delivery}`,
    design > 0 && f`Design${separator}$${design}`,
    excess > 0 && `Excess Replacement${separator}$${fixed(excess, 0)}`,
  ]
  return parts.filter((part) => part !== false).join(', ')
}

function charge(bank: Bank, account_id: PythonValue, order: string, balance: number, fees: Fees): void {
  bank.update('accounts', account_id, { current_holdings: fixed(balance) })
  const id = `btxn_dcfee_${order.slice(-8)}`
  bank.add('bank_account_transaction_history', id, {
    transaction_id: id,
    account_id,
    date: today,
    description: `DEBIT CARD ORDER FEE - ${named(fees, ' ')}`,
    amount: -fees.total,
    type: 'debit_card_fee',
    status: 'posted',
  })
}

function addCard(bank: Bank, account_id: PythonValue, user_id: PythonValue, design: string): string {
  const id = `dbc_${idOf(f`debit_card:${account_id}:${user_id}:${today}`, 12)}`
  const digits = (part: string, length: number, count: number): string =>
    idOf(`card_details:${id}:${part}`, length).replaceAll(/\D/g, '').slice(0, count).padStart(count, '0')
  const user = bank.row('users', user_id)
  bank.add('debit_cards', id, {
    card_id: id,
    account_id,
    user_id,
    cardholder_name: user ? upper(get(user, 'name', 'CARDHOLDER')) : 'CARDHOLDER',
    last_4_digits: digits('last4', 8, 4),
    cvv: digits('cvv', 6, 3),
    status: 'PENDING',
    issue_date: today,
    expiration_date: '11/30/2029',
    card_design: design,
    issue_reason: issueReason(bank, account_id),
  })
  return id
}

/** What the first closed card of the account was closed for, if that calls for a replacement. */
function issueReason(bank: Bank, account: PythonValue): string {
  const cards = bank.rows('debit_cards', 'account_id', account)
  if (cards.length === 0) return 'new_account'
  const [, closed] = cards.find(([, card]) => get(card, 'status') === 'CLOSED') ?? []
  const reason = closed ? get(closed, 'closure_reason', 'first_card') : 'first_card'
  if (reason === 'fraud_suspected') return 'fraud'
  return isOneOf(reason, 'lost stolen fraud') ? str(reason) : 'first_card'
}
