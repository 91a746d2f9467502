import { SkillStateError } from '@skill-state/protocol'
import { Fields } from './fields.ts'
import { Findings } from './findings.ts'
import { atLine, readRecordLines } from './read-lines.ts'

/** Checks one record, and says what it calls itself and of which kind it is. */
export type CheckRecord = (record: Fields, findings: Findings) => Pick<CheckedRecord, 'name' | 'kind'>

/** Checks files of records. Throws `invalid-data` with file and line. `checkOf` gives the check of a file's lines. */
export function* checkRecords(files: readonly string[], checkOf: () => CheckRecord): Iterable<CheckedRecord> {
  for (const file of files) {
    const check = checkOf()
    let records = 0
    for (const { line, value } of readRecordLines(file)) {
      records += 1
      const findings = new Findings()
      const shown = atLine(file, line, () => check(new Fields(value), findings))
      const { calls, checks, mismatches } = findings
      yield { file, line, ...shown, calls, checks, mismatches }
    }
    if (records === 0) throw new SkillStateError('invalid-data', `${file} has no records`)
  }
}

export interface CheckedRecord {
  readonly file: string
  readonly line: number
  /** What the record calls itself, for instance `task 3`. */
  readonly name: string
  readonly kind: string
  readonly calls: number
  /** Number of recorded values compared; 0 if the record has nothing to check. */
  readonly checks: number
  readonly mismatches: readonly string[]
}

export interface Verification {
  /** One line per mismatch and per record with nothing to check, and one with the counts at the end. */
  readonly lines: readonly string[]
  /** Number of records of which something was checked; headers do not count. */
  readonly records: number
  readonly calls: number
  readonly mismatches: number
  /** Number of records that hold nothing to check. */
  readonly unchecked: number
}

export function summarize(results: Iterable<CheckedRecord>): Verification {
  const lines: string[] = []
  let [records, calls, mismatches, unchecked] = [0, 0, 0, 0]
  for (const result of results) {
    const where = `${result.file}:${result.line}: ${result.name}`
    lines.push(...result.mismatches.map((line) => `${where}: ${line}`))
    mismatches += result.mismatches.length
    calls += result.calls
    if (result.kind === 'header') continue
    if (result.checks > 0) records += 1
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
