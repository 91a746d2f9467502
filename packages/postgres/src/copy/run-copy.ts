import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lockRunFolder, openRunFolder, writeWhole } from '@skill-state/eval'
import { openRootFolder } from '@skill-state/suite'
import { parseAddress } from '../database/address.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { explained } from '../database/failures.ts'
import { type PersistOptions, persist } from '../database/persist.ts'
import { findRuns, readSuite } from '../queue/suites.ts'
import { lastHeard, SILENCE_MS } from '../queue/watch-workers.ts'
import { type Run, readReport, readRun } from '../traces/runs.ts'
import { temporaryFolder } from './_temporary-folder.ts'
import { bringAside, folderMirror, type Mirror } from './mirror.ts'

/** How long a reader waits for a database that goes away while it reads. */
const PATIENCE_MS = 20_000

/** What is followed is shown after so long at the latest: a large run takes longer to come. */
const MOST_SILENT_MS = 1_000

/** Time between two looks at a run that is followed. */
const LOOK_MS = 500

/** A folder with what a database holds of a run, or of all runs of a suite, as one machine would have left it. */
export interface RunCopy extends AsyncDisposable {
  /** A temporary folder, which is removed in the end. */
  readonly path: string
  /** The address, without its password. */
  readonly name: string
  /** Rejects if a run that is followed cannot be followed any more; settles for no other reason. */
  readonly broken: Promise<never>
}

interface RunCopyOptions {
  /** Whether the copy follows what workers record, until it is closed. */
  readonly isLive: boolean
  /** Hears in one line that the database is away, or back. */
  readonly onLine: (line: string) => void
}

/** Copies what an address names. Throws `invalid-run` if it names no run of the database. */
export async function openRunCopy(address: string, { isLive, onLine }: RunCopyOptions): Promise<RunCopy> {
  const wanted = parseAddress(address).run
  const database = await openDatabase(address, { reader: true })
  const temporary = temporaryFolder('skill-state-run-')
  const closed = new AbortController()
  const close = async (): Promise<void> => {
    closed.abort()
    await database[Symbol.asyncDispose]()
    temporary.remove()
  }
  const name = `${database.place}/${wanted}`
  const onChange = (away: boolean): void =>
    onLine(`${database.place} is ${away ? 'away; waiting for it' : 'back'}`)
  try {
    const path = join(temporary.path, basename(wanted) || 'run')
    const runs = await openFolders(database, wanted, path)
    if (!isLive) {
      for (const each of runs) await bringAll(database, each, onChange)
      return { path, name, broken: never(), [Symbol.asyncDispose]: close }
    }
    const { broken, begun } = follow(database, runs, { signal: closed.signal, onChange })
    await Promise.race([begun, broken, sleep(MOST_SILENT_MS)])
    return { path, name, broken, [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw explained(database.place, error)
  }
}

const never = (): Promise<never> => new Promise(() => {})

interface CopiedRun {
  readonly run: Run
  readonly path: string
  readonly mirror: Mirror
}

/** The folder of a run, or the folder of a suite with those of its runs. */
async function openFolders(database: Database, wanted: string, path: string): Promise<readonly CopiedRun[]> {
  const names = await findRuns(database, wanted)
  const isAlone = names.length === 1 && names[0] === wanted
  if (!isAlone) {
    const title = await titleOf(database, wanted)
    openRootFolder({ path, title, runs: names.map((name) => basename(name)) })
  }
  const runs: CopiedRun[] = []
  for (const name of names) {
    const run = await readRun(database, name)
    const folder = openRunFolder(isAlone ? path : join(path, basename(name)), run.conditions)
    runs.push({ run, path: folder.path, mirror: folderMirror(database, run, folder.path) })
  }
  return runs
}

/** What heads the page of a suite. */
async function titleOf(database: Database, name: string): Promise<string> {
  const { title } = (await readSuite(database, name)).plan
  return typeof title === 'string' ? title : name
}

/** Brings what there is of a run now. */
async function bringAll(
  database: Database,
  { run, path, mirror }: CopiedRun,
  onChange: PersistOptions['onChange'],
): Promise<void> {
  await mirror.look({ signal: AbortSignal.timeout(PATIENCE_MS), onChange })
  await bringAside(database, run, path)
  const report = await readReport(database, run)
  if (report !== undefined) writeWhole(join(path, 'report.json'), report)
}

interface Following {
  /** Settles once everything was looked at. */
  readonly begun: Promise<void>
  readonly broken: Promise<never>
}

/** Brings what is new, time after time. A run counts as being written while episodes are left and a worker is there. */
function follow(
  database: Database,
  runs: readonly CopiedRun[],
  options: PersistOptions & { readonly signal: AbortSignal },
): Following {
  const releases = new Map<CopiedRun, () => void>()
  const look = async (): Promise<void> => {
    const heardAgoMs = await persist(() => lastHeard(database), options)
    const isPlayed = heardAgoMs !== undefined && heardAgoMs < SILENCE_MS
    for (const each of runs) {
      await each.mirror.look(options)
      const isWritten = isPlayed && each.mirror.ended() < Number(each.run.conditions.episodes)
      if (isWritten && !releases.has(each)) releases.set(each, lockRunFolder(each.path))
      if (isWritten) continue
      releases.get(each)?.()
      releases.delete(each)
    }
  }
  const begun = look()
  const broken = begun.then(async (): Promise<never> => {
    for (;;) {
      await sleep(LOOK_MS, undefined, options)
      await look()
    }
  })
  broken.catch(() => {}) // the user of the copy gets the error
  return { begun, broken }
}
