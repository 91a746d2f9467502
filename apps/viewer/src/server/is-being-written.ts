import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

const holder = z.object({ pid: z.number().int().positive(), host: z.string() })

/** Whether a process writes into a run's folder. One that was killed leaves its lock, and writes no more. */
export function isBeingWritten(folder: string): boolean {
  const lock = readLock(folder)
  if (lock === undefined) return false
  const found = holder.safeParse(lock).data
  return found === undefined || found.host !== hostname() || isAlive(found.pid)
}

/** The lock, or null where it cannot be read as JSON. */
function readLock(folder: string): unknown {
  try {
    return JSON.parse(readFileSync(join(folder, 'run.lock'), 'utf8'))
  } catch (error) {
    return error instanceof SyntaxError ? null : undefined
  }
}

/** A process of somebody else, that may not be asked, lives too. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
