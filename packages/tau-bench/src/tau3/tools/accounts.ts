import type { PythonValue, ReadonlyDict, ReadonlyValue } from '../../python/index.ts'
import { dateIn, daysBetween, f, isTruthy } from '../../python/index.ts'
import { type BankTool, get, idOf, now, refusal, today, tool } from '../bank/bank.ts'
import { balanceOf, dollars, isOneOf, isOpen, requireArgs, requireOneOf, requireRow } from '../bank/checks.ts'

const open = tool('open_bank_account_4821', 'user_id account_type account_class', (bank, args) => {
  const { user_id, account_type, account_class } = args
  requireArgs(args, 'user_id account_type account_class')
  requireOneOf('account_type', account_type, 'checking savings business_checking business_savings')
  const own = bank.rows('accounts', 'user_id', user_id).map(([, row]) => row)
  if (!isEligible(account_type, own)) throw refusal`Error: Account eligibility requirements not met.`
  const id = idOf(f`account:${user_id}:${account_type}:${account_class}`)
  const opened = { current_holdings: '0.00', status: 'OPEN', date_opened: today }
  if (!bank.add('accounts', id, { account_id: id, ...args, ...opened }))
    throw refusal`Failed to open account: Account ID '${id}' may already exist.`
  return f`Bank account opened successfully!
  - Account ID: ${id}
  - User ID: ${user_id}
  - Account Type: ${account_type}
  - Account Class: ${account_class}
  - Status: OPEN
  - Initial Balance: $0.00
  - Date Opened: ${today}`
})

/** Savings need a checking account of the same kind that is old enough; business checking needs a clean record. */
function isEligible(type: PythonValue, own: readonly ReadonlyDict[]): boolean {
  const has = (kinds: string, days?: number): boolean =>
    own.some((row) => isOpenKind(row, kinds) && (days === undefined || ageOf(row) >= days))
  const personal = 'checking personal_checking'
  if (type === 'savings') return has(personal, 14)
  if (type === 'business_checking')
    return !own.some((row) => get(row, 'status') === 'CLOSED') && has(personal)
  return (
    type !== 'business_savings' || (own.every((row) => !(balanceOf(row) < 0)) && has('business_checking', 30))
  )
}

function isOpenKind(row: ReadonlyDict, kinds: string): boolean {
  return isOneOf(get(row, 'account_type', get(row, 'class', '')), kinds) && isOpen(row)
}

/** In whole days; 0 for a text that is not a date. What is not a text raises. */
const ageOf = (row: ReadonlyDict): number => daysSince(get(row, 'date_opened', '')) ?? 0

function daysSince(date: ReadonlyValue): number | undefined {
  const time = dateIn(date)
  return time === undefined ? undefined : daysBetween(time, now)
}

/** By class and level of an account, the fee for closing it early, and for how many days. */
const earlyClosure = new Map<string, readonly [fee: number, days: number]>([
  ['checking Light Blue Account', [15, 30]],
  ['checking Light Green Account', [15, 30]],
  ['checking Green Fee-Free Account', [15, 30]],
  ['checking Blue Account', [25, 60]],
  ['checking Green Account', [25, 60]],
  ['checking Evergreen Account', [50, 90]],
  ['checking Bluest Account', [100, 180]],
  ['savings Bronze Account', [20, 60]],
  ['savings Silver Account', [35, 90]],
  ['savings Silver Plus Account', [35, 90]],
  ['savings Gold Account', [75, 180]],
  ['savings Gold Plus Account', [75, 180]],
  ['savings Gold Years Account', [75, 180]],
  ['savings Platinum Account', [150, 270]],
  ['savings Platinum Plus Account', [150, 270]],
  ['savings Diamond Elite Account', [150, 270]],
])

const close = tool(
  'close_bank_account_7392',
  'account_id reason waive_early_closure_fee',
  (bank, args) => {
    const { account_id, reason, waive_early_closure_fee: waived } = args
    requireArgs(args, 'account_id', ' (%).')
    const account = requireRow(bank, 'accounts', 'Account', account_id)
    if (get(account, 'status') === 'CLOSED') throw refusal`Error: Account '${account_id}' is already closed.`
    const balance = balanceOf(account)
    const fee = isTruthy(waived) ? 0 : earlyFee(account)
    if (fee > 0 && balance < fee) throw refusal`Error: Account unable to be closed.`
    if (balance - fee !== 0)
      throw refusal`Error: Account balance must be $0.00 before closing. Current balance: ${dollars(balance)}`
    bank.update('accounts', account_id, {
      status: 'CLOSED',
      date_closed: today,
      closure_reason: reason,
      early_closure_fee_waived: waived,
    })
    return f`Bank account closed successfully!
  - Account ID: ${account_id}
  - Account Type: ${get(account, 'account_type', 'N/A')}
  - Account Class: ${get(account, 'account_class', 'N/A')}
  - Status: CLOSED
  - Date Closed: ${today}
  - Reason: ${reason}
  - Early Closure Fee Waived: ${isTruthy(waived) ? 'Yes' : 'No'}`
  },
  { reason: 'Customer requested closure', waive_early_closure_fee: false },
)

/** 0 if the account is old enough, or of a level without a fee. */
function earlyFee(account: ReadonlyDict): number {
  const opened = get(account, 'date_opened', '')
  const [kind, level] = [get(account, 'class', ''), get(account, 'level', '')]
  const rule =
    typeof kind === 'string' && typeof level === 'string' ? earlyClosure.get(`${kind} ${level}`) : undefined
  if (rule === undefined || !isTruthy(opened)) return 0
  const [fee, days] = rule
  return (daysSince(opened) ?? days) < days ? fee : 0
}

export const accountTools: readonly BankTool[] = [open, close]
