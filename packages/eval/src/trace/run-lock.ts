import { linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { invalidRun, type SkillStateError } from '@skill-state/protocol'
import { z } from 'zod'
import { readRegularFile } from './files.ts'

/** Present while a process writes into the run's folder; also begins the names of its temporary files. */
export const LOCK_FILE = 'run.lock'

const holder = z.strictObject({ pid: z.number().int().positive(), host: z.string() })
type Holder = z.infer<typeof holder>

/** The locks of this process: what else names its number was left by an earlier process of that number. */
const held = new Set<string>()

/**
 * Keeps every other process from writing into a run's folder, which is created if need be, until the returned
 * function is called. The lock of a process that no longer lives is taken over. Throws `invalid-run` that names
 * the process which holds it.
 */
export function lockRunFolder(path: string): () => void {
  mkdirSync(path, { recursive: true })
  const file = join(path, LOCK_FILE)
  for (;;) {
    if (!held.has(file) && createLock(file)) {
      held.add(file)
      return () => {
        held.delete(file)
        rmSync(file, { force: true })
      }
    }
    const text = read(file)
    if (text === undefined) continue // it was released in between
    const found = parseHolder(text)
    if (found === undefined || held.has(file) || isAlive(found)) throw lockedBy(path, file, found)
    takeAway(file, text)
  }
}

/** Whether a process writes into a run's folder. One that was killed leaves its lock, and writes no more. */
export function isBeingWritten(path: string): boolean {
  const text = read(join(path, LOCK_FILE))
  if (text === undefined) return false
  const found = parseHolder(text)
  return found === undefined || found.pid === process.pid || isAlive(found)
}

/** Creates the lock as a whole; false if there is one. */
function createLock(file: string): boolean {
  const own: Holder = { pid: process.pid, host: hostname() }
  const temporary = `${file}.${process.pid}.tmp`
  writeFileSync(temporary, `${JSON.stringify(own)}\n`)
  try {
    linkSync(temporary, file)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** Removes the lock whose text was read; puts back another that has come in its place since. */
function takeAway(file: string, text: string): void {
  const aside = `${file}.${process.pid}.old`
  try {
    renameSync(file, aside)
    if (read(aside) !== text) linkSync(aside, file)
  } catch (error) {
    if (!hasCode(error, 'ENOENT') && !hasCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

function read(file: string): string | undefined {
  try {
    return readRegularFile(file)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function parseHolder(text: string): Holder | undefined {
  try {
    return holder.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Processes of another host count as alive, because that cannot be checked. */
function isAlive({ pid, host }: Holder): boolean {
  if (host !== hostname()) return true
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return !hasCode(error, 'ESRCH')
  }
}

function lockedBy(path: string, file: string, found: Holder | undefined): SkillStateError {
  const who = found === undefined ? 'another process' : `process ${found.pid} on ${found.host}`
  return invalidRun(
    `${path} is being written by ${who}; wait for it, choose another folder with --out, or remove ${file} if it no longer runs`,
  )
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
