import { SkillStateError } from '@skill-state/protocol'
import { Fields } from './fields.ts'
import { Findings } from './findings.ts'
import { atLine, readRecordLines } from './read-lines.ts'
import type { CheckedRecord } from './summarize.ts'

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
