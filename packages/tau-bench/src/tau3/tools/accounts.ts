import { dateIn, daysBetween } from '../../python/date.ts'
import { equals, isTruthy, type PythonValue, type ReadonlyDict } from '../../python/index.ts'
import { f, fixed } from '../../python/text/format.ts'
import { get, now, refuse, today } from '../bank/bank.ts'
import { balanceOf, isOneOf, isOpen, requireAll, requireOneOf, requireRow } from '../bank/checks.ts'
import { idOf } from '../bank/ids.ts'
import { type BankTool, tool } from '../bank/tool.ts'

const ineligible = 'Error: Account eligibility requirements not met.'

const open = tool(
  'open_bank_account_4821',
  'user_id account_type account_class',
  (bank, { user_id, account_type, account_class }) => {
    requireAll([user_id, account_type, account_class], 'Error: Missing required parameters.')
    requireOneOf('account_type', account_type, 'checking savings business_checking business_savings')
    const own = bank
      .rows('accounts')
      .flatMap(([, row]) => (equals(get(row, 'user_id'), user_id) ? [row] : []))
    requireEligible(account_type, own)
    const id = idOf(f`account:${user_id}:${account_type}:${account_class}`)
    const isNew = bank.add('accounts', id, {
      account_id: id,
      user_id,
      account_type,
      account_class,
      current_holdings: '0.00',
      status: 'OPEN',
      date_opened: today,
    })
    if (!isNew) refuse(`Failed to open account: Account ID '${id}' may already exist.`)
    return [
      'Bank account opened successfully!',
      `  - Account ID: ${id}`,
      f`  - User ID: ${user_id}`,
      f`  - Account Type: ${account_type}`,
      f`  - Account Class: ${account_class}`,
      '  - Status: OPEN',
      '  - Initial Balance: $0.00',
      `  - Date Opened: ${today}`,
    ].join('\n')
  },
)

/** Savings need a checking account of the same kind that is old enough; business checking needs a clean record. */
function requireEligible(type: PythonValue, own: readonly ReadonlyDict[]): void {
  if (type === 'savings' && !own.some((row) => isOpenKind(row, personal) && ageOf(row) >= 14))
    refuse(ineligible)
  if (type === 'business_checking') {
    if (own.some((row) => get(row, 'status') === 'CLOSED')) refuse(ineligible)
    if (!own.some((row) => isOpenKind(row, personal))) refuse(ineligible)
  }
  if (type !== 'business_savings') return
  if (own.some((row) => balanceOf(row) < 0)) refuse(ineligible)
  if (!own.some((row) => isOpenKind(row, ['business_checking']) && ageOf(row) >= 30)) refuse(ineligible)
}

const personal = ['checking', 'personal_checking']

function isOpenKind(row: ReadonlyDict, kinds: readonly string[]): boolean {
  return isOneOf(get(row, 'account_type', get(row, 'class', '')), kinds) && isOpen(row)
}

/** In whole days; 0 for a text that is not a date. What is not a text raises. */
const ageOf = (row: ReadonlyDict): number => dateOf(get(row, 'date_opened', '')) ?? 0

function dateOf(value: ReturnType<typeof get>): number | undefined {
  const time = dateIn(value)
  return time === undefined ? undefined : daysBetween(time, now)
}

/** Levels of accounts, the fee for closing them early, and for how many days. */
const earlyClosure: Readonly<Record<string, Readonly<Record<string, readonly [fee: number, days: number]>>>> =
  {
    checking: {
      'Light Blue Account': [15, 30],
      'Light Green Account': [15, 30],
      'Green Fee-Free Account': [15, 30],
      'Blue Account': [25, 60],
      'Green Account': [25, 60],
      'Evergreen Account': [50, 90],
      'Bluest Account': [100, 180],
    },
    savings: {
      'Bronze Account': [20, 60],
      'Silver Account': [35, 90],
      'Silver Plus Account': [35, 90],
      'Gold Account': [75, 180],
      'Gold Plus Account': [75, 180],
      'Gold Years Account': [75, 180],
      'Platinum Account': [150, 270],
      'Platinum Plus Account': [150, 270],
      'Diamond Elite Account': [150, 270],
    },
  }

const close = tool(
  'close_bank_account_7392',
  'account_id reason waive_early_closure_fee',
  (bank, { account_id, reason, waive_early_closure_fee: waived }) => {
    requireAll([account_id], 'Error: Missing required parameter (account_id).')
    const account = requireRow(bank, 'accounts', 'Account', account_id)
    if (get(account, 'status') === 'CLOSED') refuse(f`Error: Account '${account_id}' is already closed.`)
    const balance = balanceOf(account)
    const fee = isTruthy(waived) ? undefined : earlyFee(account)
    if (fee !== undefined && balance < fee) refuse('Error: Account unable to be closed.')
    if (balance - (fee ?? 0) !== 0) {
      refuse(`Error: Account balance must be $0.00 before closing. Current balance: $${fixed(balance)}`)
    }
    bank.update('accounts', account_id, {
      status: 'CLOSED',
      date_closed: today,
      closure_reason: reason,
      early_closure_fee_waived: waived,
    })
    return [
      'Bank account closed successfully!',
      f`  - Account ID: ${account_id}`,
      f`  - Account Type: ${get(account, 'account_type', 'N/A')}`,
      f`  - Account Class: ${get(account, 'account_class', 'N/A')}`,
      '  - Status: CLOSED',
      `  - Date Closed: ${today}`,
      f`  - Reason: ${reason}`,
      `  - Early Closure Fee Waived: ${isTruthy(waived) ? 'Yes' : 'No'}`,
    ].join('\n')
  },
  { reason: 'Customer requested closure', waive_early_closure_fee: false },
)

/** Undefined if the account is old enough, or of a level without a fee. */
function earlyFee(account: ReadonlyDict): number | undefined {
  const [kind, level, opened] = [
    get(account, 'class', ''),
    get(account, 'level', ''),
    get(account, 'date_opened', ''),
  ]
  const levels = isOneOf(kind, Object.keys(earlyClosure)) ? earlyClosure[kind as string] : undefined
  const rule = levels && isOneOf(level, Object.keys(levels)) ? levels[level as string] : undefined
  if (rule === undefined || !isTruthy(opened)) return undefined
  const [fee, days] = rule
  return (dateOf(opened) ?? days) < days ? fee : undefined
}

export const accountTools: readonly BankTool[] = [open, close]
