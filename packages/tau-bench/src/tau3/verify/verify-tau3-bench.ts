import { type CheckRecord, checkRecords, summarize, type Verification } from '../../verify/check-records.ts'
import type { Fields } from '../../verify/fields.ts'
import type { Findings } from '../../verify/findings.ts'
import type { Tau3Task } from '../data/tasks.ts'
import { loadTau3 } from '../load.ts'
import type { Tau3Domain, Tau3DomainName } from '../world.ts'
import { verifyCalls, verifyEpisode, verifySearch } from './verify-played.ts'
import { expectHashes, verifyTask } from './verify-task.ts'

export interface VerifyOptions {
  readonly domain: Tau3DomainName
  readonly data: string
  readonly files: readonly string[]
}

/** `bench tau3-bench verify`: checks records of the official environment. Throws `invalid-data`, and what `loadTau3` throws. */
export function verifyTau3Bench({ domain, data, files }: VerifyOptions): Verification {
  const check = checkerOf(domain, data)
  return summarize(checkRecords(files, () => check))
}

/** Kinds of record, the field that tells each, and what checks it. The first that fits counts. */
const kinds = [
  { kind: 'search', field: 'kind', verify: verifySearch },
  { kind: 'episode', field: 'agent', verify: verifyEpisode },
  { kind: 'calls', field: 'calls', verify: verifyCalls },
  { kind: 'task', field: 'actions', verify: verifyTask },
  { kind: 'header', field: 'domain', verify: verifyHeader },
  { kind: 'header', field: 'documents', verify: () => {} },
] as const

function checkerOf(name: Tau3DomainName, data: string): CheckRecord {
  const loaded = new Map<string | undefined, Tau3Domain>()
  const domainOf = (variant: string | undefined): Tau3Domain => {
    const domain = loaded.get(variant) ?? loadTau3(data, name, { variant, inPart: true })
    loaded.set(variant, domain)
    return domain
  }
  return (record, findings) => {
    const { kind, verify } = kindOf(record)
    const domain = domainOf(name === 'banking_knowledge' ? variantOf(record, kind) : undefined)
    verify(record, domain, requireTask(record, domain), findings)
    return { name: record.text('id') ?? record.text('task_id') ?? kind, kind }
  }
}

function kindOf(record: Fields): (typeof kinds)[number] {
  const found = kinds.find(({ field }) => record.has(field))
  if (found !== undefined) return found
  throw new TypeError('it is no head line, task, calls, episode or search of τ³-bench')
}

/** The variant of banking whose tools or policy a record is about. */
function variantOf(record: Fields, kind: string): string | undefined {
  if (kind === 'task') return 'golden_retrieval'
  if (kind !== 'search') return record.text('variant')
  return record.text('kind') === 'KB_search_bm25' ? 'alltools' : 'bm25_grep'
}

function requireTask(record: Fields, domain: Tau3Domain): Tau3Task {
  const id = record.text('task_id')
  const task = id === undefined ? domain.tasks[0] : domain.tasks.find((each) => each.id === id)
  if (task !== undefined) return task
  throw new TypeError(`the data of ${domain.name} has no task ${id}`)
}

/** The hashes of a head line are of the database before any task's data. */
function verifyHeader(record: Fields, domain: Tau3Domain, task: Tau3Task, findings: Findings): void {
  const named = record.text('domain')
  if (named !== domain.name)
    throw new TypeError(`it is a record of ${named}: verify it with --domain ${named}`)
  findings.expect('tasks', record.figure('tasks'), domain.tasks.length)
  expectHashes(findings, record, domain.open({ ...task, initialData: [] }), 'initial_')
}
