import { SkillStateError } from '@skill-state/protocol'
import type { Release } from './stores.ts'

/** SQLite's code for a lock that somebody else has. */
const BUSY = 5

/**
 * Locks a file, which is made if it is missing and stays empty, until it is released or the process ends, however it ends. The
 * lock is that of an exclusive transaction of SQLite, since Node has no other that the system releases. Returns undefined if
 * somebody else has the lock. Where Node has no SQLite (before 22.13), nothing is locked.
 */
export function holdFile(file: string): Release | undefined {
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
    throw new SkillStateError('invalid-option', `${file} cannot be locked: ${reason}`, { cause })
  }
  return () => database.close()
}
