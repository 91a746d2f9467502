import { compare, f, negate, type ReadonlyValue, upper } from '../../python/index.ts'
import { type BankTool, get, refusal, tool } from '../bank/bank.ts'
import { dollars, requireArgs, requireRow } from '../bank/checks.ts'
import data from './atm-images.json' with { type: 'json' }

export const atmImages: BankTool = tool('get_atm_deposit_images_8473', 'transaction_id', (bank, args) => {
  const { transaction_id: id } = args
  requireArgs(args, 'transaction_id', ': %')
  const row = requireRow(bank, 'bank_account_transaction_history', 'Transaction', id)
  if (get(row, 'type') !== 'atm_deposit')
    throw refusal`Error: Transaction '${id}' is not an ATM deposit. This tool only works for ATM deposit transactions.`
  const description = get(row, 'description', '')
  if (!/RHO-BANK|RHOBANK/.test(upper(description)))
    throw refusal`Error: Transaction '${id}' is from a third-party ATM. Deposit images are only available for Rho-Bank ATM deposits. For third-party ATM disputes, a chargeback request must be submitted to the ATM network.`
  const date = get(row, 'date', 'Unknown')
  const scan = typeof id === 'string' && Object.hasOwn(scans, id) ? scans[id] : undefined
  const title = f`ATM Deposit Image Retrieval Results\n=====================================\nTransaction ID: ${id}`
  if (scan !== undefined)
    return f`${title}\nATM: ${scan.atm}\nDeposit Date: ${date}\n\n\n=== ATM DEPOSIT ENVELOPE SCAN ===\n${scan.envelope}\n\n\n--- VERIFICATION NOTES ---\n${scan.notes}\n`
  return f`${title}
ATM: ${description}
Deposit Date: ${date}
Amount Recorded: ${dollars(sizeOf(get(row, 'amount', 0n)))}

--- IMAGE STATUS ---
Status: IMAGES NOT AVAILABLE
Reason: Deposit images for this transaction have either expired (older than 90 days) or were not captured by the ATM system.

For deposits without available images, the dispute will proceed based on customer statement and ATM journal records only. Investigation timeline may be extended.
`
})

function sizeOf(value: ReadonlyValue): ReadonlyValue {
  return compare(value, '<', 0n) ? negate(value) : value
}

/** The deposits of which the official tool holds images: two with a discrepancy, one without. */
const scans: Readonly<Record<string, { readonly [Part in 'atm' | 'envelope' | 'notes']: string }>> = data
