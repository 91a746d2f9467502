import type { JsonObject } from '@skill-state/protocol'
import { shallow } from '../json/parse.ts'
import type { SessionAudit } from './findings.ts'
import { keyOf } from './formats/parts.ts'
import { Judge } from './judge.ts'
import { type Entry, type SessionEvent, type SessionMessage, type Source, Tape } from './session.ts'
import { reasonOf, sourcesIn } from './sources.ts'
import { Values, wantedBy } from './values.ts'

export interface SessionOptions {
  /** Findings before this time (ISO 8601) are left out. */
  readonly since?: string | undefined
  /** Called with each event of each session, in the order in which the host sent it to the model. */
  readonly onEvent?: ((event: SessionEvent) => void) | undefined
}

/** A session, a file of no known host, or a file that cannot be read. */
export type ReadSession =
  | { readonly kind: 'session'; readonly session: SessionAudit }
  | { readonly kind: 'other'; readonly file: string; readonly problem: string | undefined }

/**
 * Audits the sessions of coding agents in files and folders, one at a time. Reads only; needs memory for one window of a
 * model, not for the file. Throws only if a path does not exist.
 */
export async function* readSessions(
  paths: readonly string[],
  options: SessionOptions = {},
): AsyncGenerator<ReadSession> {
  const known = new Set<number>()
  for await (const found of sourcesIn(paths)) {
    if (found.kind === 'other') yield found
    else yield { kind: 'session', session: await auditSession(found.source, options, known) }
  }
}

async function auditSession(
  { file, format, entries }: Source,
  { since, onEvent }: SessionOptions,
  known: Set<number>,
): Promise<SessionAudit> {
  const tape = new Tape()
  const reader = format.reader(tape)
  const values = new Values()
  const damage: string[] = []
  const records = await eachRecord(entries(), damage, (record, number) => {
    for (const call of reader.index(record, number)) for (const { text } of wantedBy(call)) values.add(text)
  })
  values.seal()
  const own = new Set<number>()
  const isCopy = ({ id, alias }: Pick<SessionMessage, 'id' | 'alias'>): boolean => {
    for (const each of [id, alias]) if (each !== undefined) own.add(keyOf(each))
    return id !== undefined && known.has(keyOf(id))
  }
  const judge = new Judge(values, { isCopy, since })
  tape.onEvent = (event) => {
    onEvent?.(event)
    judge.take(event)
  }
  await eachRecord(entries(), damage, (record, number) => reader.play(record, number))
  reader.end?.()
  for (const id of own) known.add(id)
  return {
    file,
    format: format.id,
    version: tape.version,
    isNewer: isNewer(tape.version, format.tested),
    id: tape.id,
    project: tape.project,
    records,
    unknownKinds: Object.fromEntries(tape.unknown),
    damage: [...new Set(damage)],
    notes: [...tape.notes],
    usage: tape.usage,
    ...judge.result(),
  }
}

/** Gives each record its number, which damaged ones have too. Returns how many there were; what cannot be read is noted. */
async function eachRecord(
  entries: AsyncIterable<Entry>,
  damage: string[],
  use: (record: JsonObject, number: number) => void,
): Promise<number> {
  let number = 0
  try {
    for await (const entry of entries) {
      if ('damage' in entry) damage.push(entry.damage)
      else {
        try {
          use(shallow(entry.record) as JsonObject, number)
        } catch {
          damage.push(`record ${number + 1} breaks the format`)
        }
      }
      number++
    }
  } catch (error) {
    damage.push(`${reasonOf(error)} after record ${number}`)
  }
  return number
}

function isNewer(version: string | undefined, tested: string | undefined): boolean {
  if (version === undefined || tested === undefined) return false
  const numbers = (text: string): readonly number[] => text.split(/[.-]/).map((part) => Number(part) || 0)
  const [a, b] = [numbers(version), numbers(tested)]
  const at = a.findIndex((number, index) => number !== (b[index] ?? 0))
  return at !== -1 && (a[at] ?? 0) > (b[at] ?? 0)
}
