import type { Domain, OfficialDomain } from '../data/load-domain.ts'
import { findParts, loadDomain, officialDomains } from '../data/load-domain.ts'
import { episodeDatabase } from '../data/open-database.ts'
import { readTasks, type TauTask } from '../data/tasks.ts'
import { type CheckRecord, checkRecords, summarize, type Verification } from './check-records.ts'
import type { Fields } from './fields.ts'
import type { Findings } from './findings.ts'
import { verifyGroundTruth } from './verify-ground-truth.ts'
import { verifyScripted } from './verify-scripted.ts'
import { verifyTrajectory } from './verify-trajectory.ts'

interface VerifyOptions {
  readonly domain: OfficialDomain
  readonly data: string
  readonly files: readonly string[]
  /** The split of records that no header goes before. Default `test`. */
  readonly split?: string
}

/**
 * `bench tau-bench verify`: checks records in any of the official formats. Throws `invalid-data` with file and line, and
 * what `loadDomain` throws.
 */
export function verifyTauBench({ domain, data, files, split = 'test' }: VerifyOptions): Verification {
  const splitOf = loader(data, domain)
  return summarize(checkRecords(files, () => checkerOf(splitOf, split)))
}

/** How a kind of record is told, where it names its task, and what checks it. The first kind that fits counts. */
const kinds: readonly {
  readonly kind: string
  readonly has: readonly string[]
  readonly task: string
  readonly verify: (record: Fields, domain: Domain, task: TauTask, findings: Findings) => void
}[] = [
  { kind: 'trajectory', has: ['steps'], task: 'task_id', verify: verifyTrajectory },
  { kind: 'scripted', has: ['calls'], task: 'task_index', verify: verifyScripted },
  { kind: 'scripted', has: ['actions', 'task_index'], task: 'task_index', verify: verifyScripted },
  { kind: 'ground-truth', has: ['actions'], task: 'index', verify: verifyGroundTruth },
]

/** A line of domain and split, a header, holds for the lines that follow. */
function checkerOf(splitOf: (split: string) => Domain, defaultSplit: string): CheckRecord {
  let split = defaultSplit
  return (record, findings) => {
    const found = kinds.find(({ has }) => has.every((name) => record.has(name)))
    if (found === undefined) {
      if (!record.has('domain') || !record.has('split'))
        throw new TypeError('it has neither steps, calls nor actions, and is no header of domain and split')
      split = record.required('split', record.text('split'))
      return checkHeader(record, splitOf(split), findings)
    }
    const domain = splitOf(split)
    requireDomain(record, domain)
    const index = record.required(found.task, record.figure(found.task))
    const task = domain.tasks.find((each) => each.index === index)
    if (task === undefined) findings.fail(`the data has no task ${index}`)
    else found.verify(record, domain, task, findings)
    const trial = record.figure('trial')
    const name = `task ${index}${trial === undefined ? '' : `, trial ${trial}`}`
    return { name: found.kind === 'scripted' ? (record.text('id') ?? name) : name, kind: found.kind }
  }
}

function checkHeader(record: Fields, domain: Domain, findings: Findings): ReturnType<CheckRecord> {
  requireDomain(record, domain)
  findings.expectHashes('the initial database', record, episodeDatabase(domain.database), 'initial_')
  return { name: 'header', kind: 'header' }
}

/** The ids of scripted records begin with their domain. */
function requireDomain(record: Fields, { name }: Domain): void {
  const named = record.text('domain') ?? record.text('id')?.split('/', 1)[0]
  if (named === undefined || named === name) return
  throw new TypeError(`it is a record of ${named}, to be verified with --domain ${named}, not ${name}`)
}

/** Reads the database once, and the tasks of each split when they are first asked for. */
function loader(data: string, name: OfficialDomain): (split: string) => Domain {
  const loaded = new Map<string, Domain>()
  return (split) => {
    const known = loaded.get(split)
    if (known !== undefined) return known
    const [first] = loaded.values()
    const domain =
      first === undefined || !officialDomains[name].splits.includes(split)
        ? loadDomain(data, name, split)
        : { ...first, split, tasks: readTasks(findParts(data, name), split) }
    loaded.set(split, domain)
    return domain
  }
}
