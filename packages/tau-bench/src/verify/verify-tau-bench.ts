import { type VerifyOptions, verifyRecords } from './verify-records.ts'

/** What a verification came to, in words and in numbers. */
export interface Verification {
  /** One line per mismatch and per record with nothing to check, and one with the counts at the end. */
  readonly lines: readonly string[]
  /** Number of records that something of was checked; headers are none. */
  readonly records: number
  /** Number of tool calls executed for them. */
  readonly calls: number
  readonly mismatches: number
  /** Number of records that hold nothing to check. */
  readonly unchecked: number
}

/**
 * `bench tau-bench verify`: checks files of records and says in lines what differs. Throws what `verifyRecords`
 * throws.
 */
export function verifyTauBench(options: VerifyOptions): Verification {
  const lines: string[] = []
  let [records, calls, mismatches, unchecked] = [0, 0, 0, 0]
  for (const verified of verifyRecords(options)) {
    const where = `${verified.file}:${verified.line}: ${verified.name}`
    lines.push(...verified.mismatches.map((line) => `${where}: ${line}`))
    mismatches += verified.mismatches.length
    calls += verified.calls
    if (verified.kind === 'header') continue
    if (verified.checks > 0) records += 1
    else {
      unchecked += 1
      lines.push(`${where}: nothing to check`)
    }
  }
  const summary = `${count(records, 'record')}, ${count(calls, 'call')}: ${count(mismatches, 'mismatch')}`
  lines.push(unchecked === 0 ? summary : `${summary}, ${count(unchecked, 'record')} with nothing to check`)
  return { lines, records, calls, mismatches, unchecked }
}

function count(number: number, noun: string): string {
  const plural = noun.endsWith('h') ? `${noun}es` : `${noun}s`
  return `${number.toLocaleString('en-US')} ${number === 1 ? noun : plural}`
}
