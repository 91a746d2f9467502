import { appendFileSync, closeSync, existsSync, fstatSync, mkdirSync, openSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import { isJsonObject, type JsonObject } from '@skill-state/protocol'
import type { Note } from '../note.ts'
import { notesFile } from '../places.ts'

const MAX_BYTES = 4_000_000

/**
 * Adds a note on a session: one write at the end of a file, so that no hook waits for another. It begins with a line break: a note
 * that was torn by the end of its process spoils no other one.
 */
export function addNote(session: string, note: Note): void {
  const file = notesFile(session)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  appendFileSync(file, `\n${JSON.stringify(note)}\n`, { mode: 0o600 })
}

/** The notes from a byte on, each with the byte after it. A torn one is left out. */
export function* notesFrom(
  session: string,
  from: number,
): Generator<{ note: Note | undefined; end: number }> {
  const file = notesFile(session)
  if (!existsSync(file)) return
  const handle = openSync(file, 'r')
  try {
    const size = Math.min(fstatSync(handle).size - from, MAX_BYTES)
    if (size <= 0) return
    const bytes = Buffer.alloc(size)
    const read = bytes.subarray(0, readSync(handle, bytes, 0, size, from))
    for (let start = 0, end = read.indexOf(10); end !== -1; start = end + 1, end = read.indexOf(10, start)) {
      const line = read.toString('utf8', start, end)
      if (line !== '') yield { note: noteOf(line), end: from + end + 1 }
    }
  } finally {
    closeSync(handle)
  }
}

function noteOf(line: string): Note | undefined {
  try {
    const { told, patch, isPlan } = JSON.parse(line) as Partial<Note>
    if (typeof told === 'string' && isJsonObject(patch)) return { told, patch: patch as JsonObject, isPlan }
  } catch {
    // Torn.
  }
  return undefined
}
