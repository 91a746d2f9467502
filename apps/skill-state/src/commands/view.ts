import { hash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openFileJournal } from '@skill-state/core/journal/file'
import { invalidOption, reasonOf } from '@skill-state/protocol'
import { serveView } from '@skill-state/viewer'
import { brief, warn } from '../brief.ts'
import { isDatabase, openSessions } from '../run/recordings/open-sessions.ts'

/** `skill-state view`: serves journals and runs of a path, or the sessions of a database, until Ctrl-C. */
export async function viewCommand(source: string, port: number | undefined): Promise<void> {
  const copy = isDatabase(source) ? await copyOf(source) : undefined
  const ended = new AbortController()
  try {
    const view = await serveView(copy?.folder ?? source, { port })
    process.stdout.write(`${view.url}\nCtrl-C ends it.\n`)
    try {
      const following = copy ? [copy.follow(ended.signal)] : []
      await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), ...following])
    } finally {
      await view.close()
    }
  } finally {
    ended.abort()
    await copy?.close()
  }
}

const REFRESH_MS = 2_000

/** The sessions of a database as journals in a temporary folder. */
async function copyOf(address: string) {
  const { sessions, place, close: disconnect } = await openSessions(address, true)
  const folder = mkdtempSync(join(tmpdir(), 'skill-state-sessions-'))
  const copied = new Map<string, number>()
  const close = async (): Promise<void> => {
    rmSync(folder, { recursive: true, force: true })
    await disconnect()
  }
  const refresh = async (): Promise<void> => {
    for (const { id, records } of await sessions.list()) {
      const known = copied.get(id) ?? 0
      if (records <= known) continue
      const all = await sessions.read(id)
      copied.set(id, all.length)
      try {
        const store = openFileJournal(join(folder, `${nameOf(id)}.jsonl`))
        for (const record of all.slice(known)) store.append(record)
        store.close()
      } catch (error) {
        warn(`session "${brief(id, 80)}" is not shown: ${brief(reasonOf(error), 200)}`)
      }
    }
  }
  /** Adds new records as they come. Rejects if the database cannot be read any more, and at the end. */
  const follow = async (signal: AbortSignal): Promise<never> => {
    for (;;) {
      await setTimeout(REFRESH_MS, undefined, { signal })
      await refresh()
    }
  }
  try {
    await refresh()
    if (copied.size === 0) throw invalidOption(`${place} has no session`)
    return { folder, follow, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** A session's id as the name of a file, which has at most 255 bytes. */
function nameOf(id: string): string {
  const name = encodeURIComponent(id)
  return name.length <= 200 ? name : `${name.slice(0, 150)}…${hash('sha256', id).slice(0, 32)}`
}
