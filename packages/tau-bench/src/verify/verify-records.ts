import { SkillStateError } from '@skill-state/protocol'
import { type DomainDescription, type OfficialDomain, officialDomains } from '../data/domain.ts'
import { findLayout } from '../data/layout.ts'
import { type Domain, loadDomain } from '../data/load-domain.ts'
import { episodeDatabase } from '../data/open-database.ts'
import { readTasks } from '../data/tasks.ts'
import { expectHashes } from './expect.ts'
import { Findings } from './findings.ts'
import { atLine, readRecordLines } from './read-lines.ts'
import { toRecord } from './read-record.ts'
import type { Header, TauRecord } from './record.ts'
import { type CheckedRecord, summarize, type Verification } from './summarize.ts'
import { verifyGroundTruth } from './verify-ground-truth.ts'
import { verifyScripted } from './verify-scripted.ts'
import { verifyTrajectory } from './verify-trajectory.ts'

interface VerifyOptions {
  readonly domain: OfficialDomain | DomainDescription
  /** Folder of the data; see `loadDomain`. */
  readonly data: string
  /** Files of records, JSON Lines, gzipped or not. */
  readonly files: readonly string[]
  /** The split of records that no header goes before. Default `test`. */
  readonly split?: string
}

interface Verified extends CheckedRecord {
  readonly kind: TauRecord['kind']
}

/**
 * Checks records of the official environment, in any of its formats, against the port. Throws `invalid-data`, with
 * file and line, for what is not a record or belongs to another domain, and what `loadDomain` throws.
 */
function* verifyRecords({ domain, data, files, split = 'test' }: VerifyOptions): Iterable<Verified> {
  const splitOf = createLoader(data, typeof domain === 'string' ? officialDomains[domain] : domain)
  for (const file of files) {
    let header: Header | undefined
    let records = 0
    for (const { line, value } of readRecordLines(file)) {
      records += 1
      yield atLine(file, line, () => {
        const record = toRecord(value)
        if (record.kind === 'header') header = record
        const loaded = splitOf(header?.split ?? split)
        requireDomain(record, loaded)
        return { file, line, ...verifyRecord(record, loaded) }
      })
    }
    if (records === 0) throw new SkillStateError('invalid-data', `${file} has no records`)
  }
}

function verifyRecord(record: TauRecord, domain: Domain): Omit<Verified, 'file' | 'line'> {
  const findings = new Findings()
  const name = nameOf(record)
  if (record.kind === 'header') verifyHeader(record, domain, findings)
  else verifyTask(record, domain, findings)
  const { calls, checks, mismatches } = findings
  return { name, kind: record.kind, calls, checks, mismatches }
}

function verifyHeader(header: Header, { database }: Domain, findings: Findings): void {
  const { initial_official_hash: official, initial_canonical_hash: canonical } = header
  expectHashes(findings, 'the initial database', { official, canonical }, episodeDatabase(database))
}

function verifyTask(
  record: Exclude<TauRecord, { kind: 'header' }>,
  domain: Domain,
  findings: Findings,
): void {
  const index = taskIndexOf(record)
  const task = domain.tasks.find((each) => each.index === index)
  if (task === undefined) findings.fail(`the data has no task ${index}`)
  else if (record.kind === 'ground-truth') verifyGroundTruth(record, domain, task, findings)
  else if (record.kind === 'scripted') verifyScripted(record, domain, task, findings)
  else verifyTrajectory(record, domain, task, findings)
}

function taskIndexOf(record: Exclude<TauRecord, { kind: 'header' }>): number {
  if (record.kind === 'ground-truth') return record.index
  return record.kind === 'scripted' ? record.task_index : record.task_id
}

function nameOf(record: TauRecord): string {
  if (record.kind === 'header') return 'header'
  if (record.kind === 'scripted') return record.id
  const task = `task ${taskIndexOf(record)}`
  return record.kind === 'trajectory' && record.trial !== undefined ? `${task}, trial ${record.trial}` : task
}

function requireDomain(record: TauRecord, { name }: Domain): void {
  const named = namedDomain(record)
  if (named === undefined || named === name) return
  throw new TypeError(`it is a record of ${named}, to be verified with --domain ${named}, not ${name}`)
}

/** The ids of scripted records begin with their domain. */
function namedDomain(record: TauRecord): string | undefined {
  if (record.kind === 'header' || record.kind === 'trajectory') return record.domain
  return record.kind === 'scripted' ? record.id.split('/', 1)[0] : undefined
}

/** Reads the database once, and the tasks of each split when they are first asked for. */
function createLoader(data: string, description: DomainDescription): (split: string) => Domain {
  const loaded = new Map<string, Domain>()
  return (split) => {
    const known = loaded.get(split)
    if (known !== undefined) return known
    const [first] = loaded.values()
    const domain =
      first === undefined || !description.splits.includes(split)
        ? loadDomain(data, description, split)
        : { ...first, tasks: readTasks(findLayout(data, description), split) }
    loaded.set(split, domain)
    return domain
  }
}

/**
 * `bench tau-bench verify`: checks files of records and says in lines what differs. Throws what `verifyRecords`
 * throws.
 */
export function verifyTauBench(options: VerifyOptions): Verification {
  return summarize(verifyRecords(options))
}
