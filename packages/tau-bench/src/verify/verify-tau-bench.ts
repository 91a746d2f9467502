import { summarize, type Verification } from './summarize.ts'
import { type VerifyOptions, verifyRecords } from './verify-records.ts'

/**
 * `bench tau-bench verify`: checks files of records and says in lines what differs. Throws what `verifyRecords`
 * throws.
 */
export function verifyTauBench(options: VerifyOptions): Verification {
  return summarize(verifyRecords(options))
}
