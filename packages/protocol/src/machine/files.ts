import fs from 'node:fs'
import { invalidOption } from '../errors.ts'

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
}

/** The system's. A simulation puts its own functions in place. */
export const files: Files = { ...fs, lock }

/** SQLite's code for a lock that somebody else has. */
const BUSY = 5

/**
 * The lock is that of an exclusive transaction of SQLite, since Node has no other that the system releases. Where Node has no
 * SQLite (before 22.13), nothing is locked.
 */
function lock(file: string): (() => void) | undefined {
  const sqlite = process.getBuiltinModule?.('node:sqlite')
  if (sqlite === undefined) return () => {}
  let database: InstanceType<typeof sqlite.DatabaseSync> | undefined
  try {
    database = new sqlite.DatabaseSync(file)
    database.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    database?.close()
    if (cause instanceof Error && 'errcode' in cause && cause.errcode === BUSY) return undefined
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw invalidOption(`${file} cannot be locked: ${reason}`, { cause })
  }
  return () => database.close()
}
