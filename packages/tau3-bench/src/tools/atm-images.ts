import { compare, negate, type ReadonlyValue } from '@skill-state/tau-bench/python'
import { get, refuse } from '../bank/bank.ts'
import { requireAll, requireRow } from '../bank/checks.ts'
import { type BankTool, tool } from '../bank/tool.ts'
import { f, fixed, textWith } from '../python/text.ts'

export const atmImages: BankTool = tool(
  'get_atm_deposit_images_8473',
  'transaction_id',
  (bank, { transaction_id: id }) => {
    requireAll([id], 'Error: Missing required parameter: transaction_id')
    const row = requireRow(bank, 'bank_account_transaction_history', 'Transaction', id)
    if (get(row, 'type') !== 'atm_deposit') {
      refuse(
        f`Error: Transaction '${id}' is not an ATM deposit. This tool only works for ATM deposit transactions.`,
      )
    }
    const description = get(row, 'description', '')
    const place = textWith(description, 'upper').toUpperCase()
    if (!place.includes('RHO-BANK') && !place.includes('RHOBANK')) {
      refuse(
        f`Error: Transaction '${id}' is from a third-party ATM. Deposit images are only available for Rho-Bank ATM deposits. For third-party ATM disputes, a chargeback request must be submitted to the ATM network.`,
      )
    }
    const date = get(row, 'date', 'Unknown')
    const scan = typeof id === 'string' && Object.hasOwn(scans, id) ? scans[id] : undefined
    const title = 'ATM Deposit Image Retrieval Results\n====================================='
    if (scan !== undefined) {
      return f`${title}\nTransaction ID: ${id}\nATM: ${scan.atm}\nDeposit Date: ${date}\n\n\n=== ATM DEPOSIT ENVELOPE SCAN ===\n${scan.envelope}\n\n\n--- VERIFICATION NOTES ---\n${scan.notes}\n`
    }
    return f`${title}\nTransaction ID: ${id}\nATM: ${description}\nDeposit Date: ${date}\nAmount Recorded: $${fixed(sizeOf(get(row, 'amount', 0n)))}\n\n${unavailable}`
  },
)

const unavailable = `--- IMAGE STATUS ---
Status: IMAGES NOT AVAILABLE
Reason: Deposit images for this transaction have either expired (older than 90 days) or were not captured by the ATM system.

For deposits without available images, the dispute will proceed based on customer statement and ATM journal records only. Investigation timeline may be extended.
`

function sizeOf(value: ReadonlyValue): ReadonlyValue {
  return compare(value, '<', 0n) ? negate(value) : value
}

interface Scan {
  readonly atm: string
  readonly envelope: string
  readonly notes: string
}

const discrepancy =
  'Images clearly show deposit contents totaling $1,135.00. ATM machine recorded only $385.00. Discrepancy of $750.00 confirmed via image review.'

/** The two deposits with a discrepancy differ in a few words. */
function disputedScan(words: Readonly<Record<'head' | 'check' | 'bank' | 'payee' | 'date', string>>): Scan {
  return {
    atm: 'ATM #3921',
    envelope: `${words.head}

--- ENVELOPE CONTENTS ---
Item 1: Personal Check
  - Check Number: ${words.check}
  - Drawn On: ${words.bank}
  - Payee: ${words.payee}
  - Amount: $875.00
  - Memo: "October rent refund"
  - Signature: Present and legible
  - Date on Check: ${words.date}

Item 2: Cash
  - Denomination breakdown:
    * 2 x $100 bills = $200.00
    * 3 x $20 bills = $60.00
  - Total Cash: $260.00

--- DEPOSIT SUMMARY ---
Check Total: $875.00
Cash Total: $260.00
GRAND TOTAL: $1,135.00

--- MACHINE RECORD ---
Amount Recorded by ATM: $385.00
DISCREPANCY DETECTED: $750.00 difference

--- IMAGE QUALITY ---
Envelope scan: CLEAR
Check front: CLEAR
Check back (endorsement): CLEAR - endorsed "For Deposit Only - ${words.payee}"
Cash image: CLEAR - bills visible and countable`,
    notes: discrepancy,
  }
}

/** The deposits of which the official tool holds images. */
const scans: Readonly<Record<string, Scan>> = {
  btxn_834027370c20: disputedScan({
    head: `Envelope ID: ENV-2025-3921-00923
Deposit Time: 3:47 PM CST
ATM Location: Rho-Bank ATM #3921, Cedar Lane Branch, Austin, TX`,
    check: '7284',
    bank: 'First Texas Bank',
    payee: 'Derek Yamamoto',
    date: '11/03/2025',
  }),
  btxn_test_deposit_001: disputedScan({
    head: `Envelope ID: ENV-2025-3921-00847
Deposit Time: 2:34 PM EST
ATM Location: Rho-Bank ATM #3921, 742 Oak Avenue, Portland, OR`,
    check: '4821',
    bank: 'First National Bank',
    payee: 'Linda Patterson',
    date: '11/05/2025',
  }),
  btxn_test_atm_dep_partial: {
    atm: 'ATM #5847',
    envelope: `Envelope ID: ENV-2025-5847-00293
Deposit Time: 10:15 AM EST

--- ENVELOPE CONTENTS ---
Item 1: Personal Check
  - Check Number: 7392
  - Amount: $500.00

--- DEPOSIT SUMMARY ---
Check Total: $500.00
Cash Total: $0.00
GRAND TOTAL: $500.00

--- MACHINE RECORD ---
Amount Recorded by ATM: $500.00
No discrepancy detected.`,
    notes: 'Images confirm deposit matches recorded amount. No discrepancy found.',
  },
}
