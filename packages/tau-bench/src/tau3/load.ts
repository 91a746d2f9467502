import { digestOf } from '../fingerprint.ts'
import { loadBank } from './banking/load-bank.ts'
import { loadShop } from './shop/load-shop.ts'
import type { Tau3Domain, Tau3DomainName } from './world.ts'

/** The variant of banking that is taken if none is named. */
const defaultVariant = 'bm25'

export interface LoadOptions {
  /** How a banking agent comes by documents. Other domains have no variants. */
  readonly variant?: string | undefined
  /** Loads a variant that needs a service or a shell too, without what needs it: to check records, not to play. */
  readonly inPart?: boolean
}

/** Reads a domain. Throws `invalid-data` with the file, and `invalid-option` for an unknown variant. */
export function loadTau3(
  data: string,
  domain: Tau3DomainName,
  { variant = defaultVariant, inPart = false }: LoadOptions = {},
): Tau3Domain {
  if (domain !== 'banking_knowledge') return loadShop(data, domain)
  return loadBank(data, variant, inPart)
}

/** Tells the data of two domains apart: SHA-256 of the first task's database, and of all tasks with their policies. */
export function fingerprintOf({ tasks, open, policy }: Tau3Domain): { database: string; tasks: string } {
  const [first] = tasks
  return {
    database: first === undefined ? '' : open(first).hashes().official,
    tasks: digestOf(tasks.map((task) => [task, policy(task)])),
  }
}
