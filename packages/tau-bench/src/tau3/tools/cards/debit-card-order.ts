import { equals, isTruthy, type PythonValue, type ReadonlyDict } from '../../../python/index.ts'
import { attempt, toFloat } from '../../../python/numbers.ts'
import { f, fixed, listing, textWith } from '../../../python/text/format.ts'
import { str } from '../../../python/text/repr.ts'
import { type Bank, get, refuse, today } from '../../bank/bank.ts'
import { isOneOf, requireAll, requireRow } from '../../bank/checks.ts'
import { idOf } from '../../bank/ids.ts'
import { type BankTool, tool } from '../../bank/tool.ts'

const deliveries = {
  STANDARD: '7-10 business days',
  EXPEDITED: '3-5 business days',
  RUSH: '1-2 business days',
} as const
const designs = ['CLASSIC', 'PREMIUM', 'CUSTOM'] as const

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
    const fees = feesOf(args)
    requireAll(
      [account_id, user_id, args.delivery_option, fees !== undefined, args.card_design, shipping_address],
      'Error: Missing required parameters. Required: account_id, user_id, delivery_option, delivery_fee, card_design, design_fee, shipping_address.',
    )
    const delivery = choiceOf('delivery_option', args.delivery_option, Object.keys(deliveries))
    const design = choiceOf('card_design', args.card_design, designs)
    const account = requireCheckingAccount(bank, account_id, user_id)
    const balance = requireFunds(bank, account_id, account, fees ?? none)
    const { delivery: deliveryFee, design: designFee, excess, total } = fees ?? none

    const order = `dcord_${idOf(f`debit_card_order:${account_id}:${user_id}:${delivery}`, 12)}`
    const expected = deliveries[delivery as keyof typeof deliveries]
    const isNew = bank.add('debit_card_orders', order, {
      order_id: order,
      account_id,
      user_id,
      delivery_option: delivery,
      card_design: design,
      shipping_address,
      delivery_fee: deliveryFee,
      design_fee: designFee,
      excess_replacement_fee: excess,
      total_fee: total,
      order_date: today,
      expected_delivery: expected,
      status: 'PENDING',
    })
    if (!isNew) refuse('Error: Failed to create debit card order. Order may already exist.')
    if (total > 0) charge(bank, account_id, order, balance - total, fees ?? none)
    const card = addCard(bank, account_id, user_id, design)
    return [
      'Debit Card Order Confirmed',
      `Order ID: ${order}`,
      `Card ID: ${card}`,
      f`Linked Account: ${account_id}`,
      `Delivery Option: ${delivery}`,
      `Card Design: ${design}`,
      f`Shipping Address: ${shipping_address}`,
      `Expected Delivery: ${expected}`,
      '',
      'Note: Card will arrive with status PENDING. Customer must call to activate after receiving the card.',
      ...(total > 0
        ? [
            f`Total Fees: $${fixed(total)} (${named(fees ?? none, ': ')}) - CHARGED to account ${account_id}`,
            `New Account Balance: $${fixed(balance - total)}`,
          ]
        : ['Total Fees: $0 (No additional charges)']),
    ].join('\n')
  },
  { excess_replacement_fee: null },
)

const none: Fees = { delivery: 0, design: 0, excess: 0, total: 0 }

/** Undefined if a fee is None. */
function feesOf(
  args: Readonly<Record<'delivery_fee' | 'design_fee' | 'excess_replacement_fee', PythonValue>>,
) {
  const [delivery, design] = (['delivery_fee', 'design_fee'] as const).map((name) => {
    if (args[name] === null) return undefined
    return attempt(() => toFloat(args[name])) ?? refuse(`Error: ${name} must be a number.`)
  })
  const given = args.excess_replacement_fee
  const excess = attempt(() => toFloat(isTruthy(given) ? given : 0n)) ?? 0n
  if (delivery === undefined || design === undefined) return undefined
  return { delivery, design, excess, total: delivery + design + Number(excess) } satisfies Fees
}

function choiceOf(what: string, value: PythonValue, choices: readonly string[]): string {
  const upper = textWith(value, 'upper').toUpperCase()
  return choices.includes(upper)
    ? upper
    : refuse(`Error: Invalid ${what}. Must be one of: ${listing(choices)}`)
}

function requireCheckingAccount(bank: Bank, id: PythonValue, user: PythonValue): ReadonlyDict {
  const account = requireRow(bank, 'accounts', 'Account', id)
  const kind = get(account, 'class')
  const status = get(account, 'status')
  if (kind !== 'checking') {
    refuse(
      f`Error: Debit cards can only be ordered for checking accounts. Account '${id}' is a ${kind} account.`,
    )
  }
  if (status !== 'OPEN') refuse(f`Error: Account must be OPEN. Account '${id}' has status: ${status}`)
  if (!equals(get(account, 'user_id'), user)) {
    refuse(f`Error: Account '${id}' does not belong to user '${user}'.`)
  }
  return account
}

/** The balance, of which this tool reads no dollar signs. Refuses too small ones, and more than one card. */
function requireFunds(bank: Bank, id: PythonValue, account: ReadonlyDict, { total }: Fees): number {
  const text = str(get(account, 'current_holdings', '0')).replaceAll(',', '')
  const balance = attempt(() => toFloat(text)) ?? 0
  if (balance < 25) {
    refuse(`Error: Account must have a minimum balance of $25. Current balance: $${fixed(balance)}`)
  }
  const has = (table: string, status: string): boolean =>
    bank.rows(table).some(([, row]) => equals(get(row, 'account_id'), id) && get(row, 'status') === status)
  if (has('debit_card_orders', 'PENDING')) {
    refuse(f`Error: There is already a pending debit card order for account '${id}'.`)
  }
  if (has('debit_cards', 'ACTIVE')) {
    refuse(
      f`Error: Account '${id}' already has an active debit card. Maximum 1 active card per checking account.`,
    )
  }
  if (total > 0 && balance < total) {
    refuse(
      `Error: Insufficient funds for fees. Total fees: $${fixed(total)}. Current balance: $${fixed(balance)}`,
    )
  }
  return balance
}

/** `Delivery: $10.0, Design: $5.0` */
function named({ delivery, design, excess }: Fees, separator: string): string {
  return [
    ...(delivery > 0 ? [f`Delivery${separator}$${delivery}`] : []),
    ...(design > 0 ? [f`Design${separator}$${design}`] : []),
    ...(excess > 0 ? [`Excess Replacement${separator}$${fixed(excess, 0)}`] : []),
  ].join(', ')
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
  const digits = (part: string, count: number): string => {
    const hash = idOf(`card_details:${id}:${part}`, count === 4 ? 8 : 6)
    return hash
      .replaceAll(/[^0-9]/g, '')
      .slice(0, count)
      .padStart(count, '0')
  }
  const user = bank.row('users', user_id)
  bank.add('debit_cards', id, {
    card_id: id,
    account_id,
    user_id,
    cardholder_name: user ? textWith(get(user, 'name', 'CARDHOLDER'), 'upper').toUpperCase() : 'CARDHOLDER',
    last_4_digits: digits('last4', 4),
    cvv: digits('cvv', 3),
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
  const cards = bank
    .rows('debit_cards')
    .flatMap(([, card]) => (equals(get(card, 'account_id'), account) ? [card] : []))
  if (cards.length === 0) return 'new_account'
  const closed = cards.find((card) => get(card, 'status') === 'CLOSED')
  const reason = closed ? get(closed, 'closure_reason', 'first_card') : 'first_card'
  if (reason === 'fraud_suspected') return 'fraud'
  return isOneOf(reason, 'lost stolen fraud') ? str(reason) : 'first_card'
}
