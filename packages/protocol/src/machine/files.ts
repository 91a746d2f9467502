import fs from 'node:fs'
import { invalidOption, reasonOf } from '../errors.ts'

type Used =
  | 'closeSync'
  | 'existsSync'
  | 'fdatasyncSync'
  | 'fstatSync'
  | 'fsyncSync'
  | 'mkdirSync'
  | 'openSync'
  | 'readdirSync'
  | 'readFileSync'
  | 'readSync'
  | 'rmSync'
  | 'statSync'
  | 'writeFileSync'
  | 'writeSync'

/** What stores use of the file system: functions of `node:fs`, and a lock. */
export interface Files extends Pick<typeof fs, Used> {
  /**
   * Locks a file, which is made if it is missing and stays empty, until it is released or the process ends, however it ends.
   * Returns undefined if somebody else has the lock. Throws `invalid-option` if there can be no such file.
   */
  lock(this: void, file: string): (() => void) | undefined
  /** Lets go of what is kept of a lock that was released, so that it can be taken again at little cost. */
  closeLock(this: void, file: string): void
}

/** The system's. A simulation puts its own functions in place. */
export const files: Files = { ...fs, lock, closeLock }

/** SQLite's code for a lock that somebody else has. */
const BUSY = 5

/** A file that was opened to be locked. */
interface Opened {
  readonly database: InstanceType<typeof import('node:sqlite').DatabaseSync>
  readonly inode: number | undefined
}

/** Those whose lock was released, the latest last: to open the file costs ten times what the lock does. */
const idle = new Map<string, Opened>()
const MAX_IDLE = 8

/**
 * The lock is that of an exclusive transaction of SQLite, since Node has no other that the system releases. Where Node has no
 * SQLite (before 22.13), nothing is locked.
 */
function lock(file: string): (() => void) | undefined {
  const sqlite = process.getBuiltinModule?.('node:sqlite')
  if (sqlite === undefined) return () => {}
  let opened = takeIdle(file)
  try {
    if (opened === undefined) {
      opened = { database: new sqlite.DatabaseSync(file), inode: inodeOf(file) }
      opened.database.exec('PRAGMA journal_mode = MEMORY') // else each lock makes a file and removes it
    }
    opened.database.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    opened?.database.close()
    if (cause instanceof Error && 'errcode' in cause && cause.errcode === BUSY) return undefined
    const reason = reasonOf(cause)
    throw invalidOption(`${file} cannot be locked: ${reason}`, { cause })
  }
  const locked = opened
  return () => {
    locked.database.exec('ROLLBACK')
    idle.set(file, locked)
    const [oldest] = idle.keys()
    if (idle.size > MAX_IDLE && oldest !== undefined) closeLock(oldest)
  }
}

function closeLock(file: string): void {
  idle.get(file)?.database.close()
  idle.delete(file)
}

/** Undefined also if the name has another file by now, which a lock of the old one would not lock. */
function takeIdle(file: string): Opened | undefined {
  const opened = idle.get(file)
  if (opened === undefined) return undefined
  idle.delete(file)
  if (opened.inode === inodeOf(file)) return opened
  opened.database.close()
  return undefined
}

function inodeOf(file: string): number | undefined {
  return fs.statSync(file, { throwIfNoEntry: false })?.ino
}
